import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vite';

const here = import.meta.dirname;
// Every build uses it, also one that a test starts.
process.env['NODE_ENV'] = 'production';

/** Makes the files of the package: one module, beside the packages that the page has itself, and its styles. */
export default defineConfig({
  root: here,
  build: {
    target: 'es2022',
    lib: { entry: join(here, 'src/index.ts'), formats: ['es'], fileName: 'index' },
    rolldownOptions: {
      external: [/^react($|\/)/, /^ai$/, /^@ai-sdk\//],
      // Vite leaves white space in modules that others import.
      output: { minify: true, comments: false },
    },
  },
  plugins: [
    {
      name: 'styles',
      closeBundle: () => copyFileSync(join(here, 'src/styles.css'), join(here, 'dist/styles.css')),
    },
  ],
});
