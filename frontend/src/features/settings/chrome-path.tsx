import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'

/** Which Chrome to start; empty lets Baton look for one. */
export function ChromePath({ path, onSave }: { path: string; onSave: (path: string) => void }) {
  const { t } = useTranslation()
  const [text, setText] = useState(path)
  const changed = text.trim() !== path
  return (
    <>
      <TextField
        label={t('settings.chromePath')}
        labelHidden
        value={text}
        onChange={setText}
        onEnter={() => changed && onSave(text.trim())}
        mono
        placeholder="/usr/bin/chromium"
        className="w-56 max-w-full"
      />
      {changed && <Button onClick={() => onSave(text.trim())}>{t('settings.save')}</Button>}
    </>
  )
}
