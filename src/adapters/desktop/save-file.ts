import type { Environment } from '../environment.ts';

/** By then the browser has started to write the file (milliseconds). */
const RELEASE_MS = 60_000;

/** Saves a file as a download. */
export function saveFile(
  { after, saveFile: save }: Pick<Environment, 'after' | 'saveFile'>,
  file: Blob,
  name: string,
): void {
  if (save !== undefined) {
    save(file, name);
    return;
  }
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  after(RELEASE_MS, () => URL.revokeObjectURL(address));
}
