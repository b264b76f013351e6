// Runs before the first paint. Without a stored choice, the style sheet follows the system.
(() => {
  try {
    const theme = localStorage.getItem('heddle-theme');
    if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
  } catch {
    // Storage is blocked: follow the system.
  }
})();
