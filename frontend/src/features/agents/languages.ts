/** The languages that Chrome speaks to sites, in the order of the server. */
export const languages: readonly string[] =
  'ar bg cs da de-DE el en-GB en-US es-419 es-ES et fi fr-FR he hi hr hu id it-IT ja ko lt lv ms nb nl pl pt-BR pt-PT ro ru sk sl sr sv th tr uk vi zh-CN zh-TW'.split(
    ' ',
  )
