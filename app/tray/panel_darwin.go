package tray

func panel() panelGround { return lightPanel }
