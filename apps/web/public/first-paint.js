// Runs before the first paint, as a file because the content policy allows no inline script.
(() => {
  const root = document.documentElement;
  let chosen = null;
  try {
    chosen = localStorage.getItem('tema');
  } catch {
    // Storage may be blocked; the system decides then.
  }
  const dark = chosen ? chosen === 'escuro' : matchMedia('(prefers-color-scheme: dark)').matches;
  root.classList.toggle('dark', dark);
  root.dataset.tela = location.pathname.startsWith('/auth') ? 'auth' : 'app';
  root.dataset.sidebar = /(?:^|; )sidebar_state=false/.test(document.cookie) ? 'collapsed' : 'expanded';
  // Zod would try `new Function` once per page, which the content policy refuses and reports.
  globalThis.__zod_globalConfig = { jitless: true };
})();
