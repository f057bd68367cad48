import tailwindcss from '@tailwindcss/vite';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { chunkGroups } from './chunk-groups.ts';

/**
 * Replaces the function that Vite puts around every `import()` by ours, which survives a failing network. It also
 * refuses a second style sheet, which ours would not load.
 */
const chunksThatRetry: Plugin = {
  name: 'chunks-that-retry',
  apply: 'build',
  transform: {
    filter: { id: /^\0vite\/preload-helper/ },
    handler: () => ({
      code: "export { loadChunk as __vitePreload } from '/src/lib/loading/load-chunk.ts';",
      map: null,
      moduleSideEffects: false,
    }),
  },
  generateBundle(_options, bundle) {
    const names = Object.keys(bundle);
    if (!Object.values(bundle).some((file) => file.type === 'chunk' && file.code.includes('ChunkError')))
      this.error('Vite no longer wraps imports this way: look at how it preloads chunks.');
    if (names.filter((name) => name.endsWith('.css')).length > 1)
      this.error('A lazily loaded style sheet: loadChunk loads none.');
  },
};

/**
 * dnd-kit injects its rules when a drag begins. This plugin turns them into a constructed style sheet, which
 * the content security policy allows.
 */
const dndKitWithoutInjectedStyles: Plugin = {
  name: 'dnd-kit-without-injected-styles',
  apply: 'build',
  transform: {
    filter: { id: /@dnd-kit[\\/]dom[\\/]index\.js$/ },
    handler(code) {
      const adopted = code
        .replace(
          /style\.textContent = cssRules;\s*root\.head\.prepend\(style\);/,
          'const sheet = new CSSStyleSheet(); sheet.replaceSync(cssRules); root.adoptedStyleSheets.push(sheet);',
        )
        .replace(
          'style.remove();',
          'root.adoptedStyleSheets = root.adoptedStyleSheets.filter((each) => each !== sheet);',
        );
      if (!adopted.includes('adoptedStyleSheets.filter') || adopted.includes('style.textContent'))
        this.error('dnd-kit no longer writes its styles this way: look at how it ships them.');
      return { code: adopted, map: null };
    },
  },
};

export default defineConfig({
  // React has this hook itself. The shim would add a copy for versions that lack it.
  resolve: {
    alias: [{ find: /^use-sync-external-store\/shim(?=\/|$)/, replacement: 'use-sync-external-store' }],
  },
  plugins: [
    tanstackRouter({ target: 'react', autoCodeSplitting: true, quoteStyle: 'single', semicolons: true }),
    react({ compiler: true }),
    tailwindcss(),
    chunksThatRetry,
    dndKitWithoutInjectedStyles,
  ],
  server: {
    port: Number(process.env['WEB_PORT'] ?? 5173),
    strictPort: true,
    proxy: { '/api': { target: process.env['API_URL'] ?? 'http://localhost:3000', changeOrigin: false } },
  },
  build: {
    target: 'baseline-widely-available',
    assetsInlineLimit: 0, // `font-src 'self'` refuses data: addresses.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // A file lists the names of the files that it may load. The shortest hash that so many files allow keeps these
        // lists small.
        chunkFileNames: 'assets/[name]-[hash:7].js',
        codeSplitting: { groups: chunkGroups(import.meta.dirname) },
      },
    },
  },
});
