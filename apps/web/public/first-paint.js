// Runs before the first paint. It is a file because the content security policy allows no inline script.
(() => {
  const root = document.documentElement;
  let chosen = null;
  try {
    chosen = localStorage.getItem('tema');
  } catch {
    // The browser may block storage. The system theme then applies.
  }
  const dark = chosen ? chosen === 'escuro' : matchMedia('(prefers-color-scheme: dark)').matches;
  root.classList.toggle('dark', dark);
  // The colour of the browser's own bar. `lib/theme.ts` repeats it when the person changes the theme.
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', dark ? '#0c0d10' : '#f7f8fa');
  root.dataset.tela = location.pathname.startsWith('/auth') ? 'auth' : 'app';
  root.dataset.sidebar = /(?:^|; )sidebar_state=false/.test(document.cookie) ? 'collapsed' : 'expanded';
  // Without this setting zod tries `new Function` once per page, which the content security policy refuses and reports.
  globalThis.__zod_globalConfig = { jitless: true };
  // If the program itself does not arrive, the page would stay a skeleton without a word.
  addEventListener(
    'error',
    ({ target }) => {
      if (!(target instanceof HTMLScriptElement)) return;
      const text = document.createElement('p');
      text.textContent = 'O Prumo não carregou. Verifique sua conexão.';
      const button = document.createElement('button');
      button.textContent = 'Recarregar';
      button.onclick = () => location.reload();
      const failure = document.createElement('main');
      failure.className = 'first-failure';
      failure.append(text, button);
      document.getElementById('root')?.replaceChildren(failure);
    },
    true,
  );
})();
