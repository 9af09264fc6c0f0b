package chrome_test

func hostProcess(string) {}
