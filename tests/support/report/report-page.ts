import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const here = fileURLToPath(new URL('./page/', import.meta.url));
const tokens = fileURLToPath(new URL('../../../src/views/kit/tokens.css', import.meta.url));

/** The page's one script and one sheet of styles: a page from a file loads no modules. */
export async function pageAssets(): Promise<Readonly<Record<string, string>>> {
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    root: here,
    build: {
      write: false,
      target: 'es2022',
      lib: { entry: `${here}main.ts`, formats: ['iife'], name: 'report', fileName: 'report' },
    },
  });
  const [output] = Array.isArray(built) ? built : [built];
  const code = output !== undefined && 'output' in output ? output.output[0].code : '';
  const styles = [await readFile(tokens, 'utf8'), await readFile(`${here}page.css`, 'utf8')];
  return { 'report.js': code, 'report.css': styles.join('\n') };
}

/** A page is its data's script after the program's. */
export function pageHtml(data: 'guide' | 'index' | 'model' | 'walked', up: string): string {
  return `<!doctype html>
<html lang="pt-BR">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Balcão</title>
<link rel="stylesheet" href="${up}report.css">
</head>
<body>
<script src="${up}report.js"></script>
<script src="${up}mutants.js"></script>
<script src="${data}.js"></script>
</body>
</html>
`;
}

/** `take` is the page's. No text of a log may end the script. */
export function pageData(name: string, value: unknown): string {
  return `take(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`;
}
