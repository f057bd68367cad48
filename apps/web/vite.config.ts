import tailwindcss from '@tailwindcss/vite';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/**
 * Sonner injects its styles into the page on import, which `style-src 'self'` refuses with an error. We ship the same
 * styles as a file, so this plugin removes the call. A Sonner release that renames the call must fail the build.
 */
const sonnerWithoutInjectedStyles: Plugin = {
  name: 'sonner-without-injected-styles',
  apply: 'build',
  transform: {
    filter: { id: /sonner[\\/]dist[\\/]index\.mjs$/ },
    handler(code) {
      const silent = code.replace(/^__insertCSS\(.*\);$/m, '');
      if (silent === code) this.error('Sonner no longer calls __insertCSS: look at how it ships its styles.');
      return { code: silent, map: null };
    },
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
  plugins: [
    tanstackRouter({ target: 'react', autoCodeSplitting: true, quoteStyle: 'single', semicolons: true }),
    react({ compiler: true }),
    tailwindcss(),
    sonnerWithoutInjectedStyles,
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
        codeSplitting: {
          groups: [
            {
              name: 'vendor',
              priority: 30,
              test: /node_modules[\\/](react|react-dom|scheduler|@tanstack[\\/](react-router|router-core|history|react-query|query-core|store|react-store))[\\/]/,
            },
            // One chunk compresses better than many small ones, and the menu alone uses a dozen icons.
            {
              name: 'icons',
              priority: 20,
              minShareCount: 2,
              test: /lucide-react[\\/]dist[\\/]esm[\\/]icons/,
            },
            // The code every list loads. Modules used elsewhere too would otherwise split this chunk and make each list
            // larger.
            {
              name: 'list',
              priority: 10,
              includeDependenciesRecursively: false,
              test: /[\\/](src[\\/]ui[\\/](data-table|table-rows|all-rows|pager|search-input|typed-text)|src[\\/]records[\\/](list[\\/](use-list|list-empty|list-page|row-actions)|history[\\/](use-undo|trash-button)|record-name|remove-record)|contract[\\/]src[\\/]historico)\./,
            },
            // The code every screen loads to call the server as the signed-in person. Without the group it becomes six
            // small chunks.
            {
              name: 'session',
              priority: 10,
              includeDependenciesRecursively: false,
              test: /[\\/]src[\\/]lib[\\/](session[\\/](?!mail-link)|(unsaved-work|api|notify|query-client|format|use-loaded)\.)/,
            },
            // The code that only the fields for decimals load.
            {
              name: 'decimal-input',
              priority: 10,
              includeDependenciesRecursively: false,
              test: /[\\/](src[\\/]lib[\\/]decimal|src[\\/]records[\\/]fields[\\/](use-decimal|decimal-input)|contract[\\/]src[\\/](brazilian-number|exact-decimal))\./,
            },
          ],
        },
      },
    },
  },
});
