import { unzipSync } from 'fflate';
import * as z from 'zod/mini';

const recordSchema = z.looseObject({});

/** The entries of a ZIP that was answered, in their order. */
export async function unzipped(response: Response): Promise<ReadonlyMap<string, Buffer>> {
  const entries = Object.entries(unzipSync(new Uint8Array(await response.arrayBuffer())));
  return new Map(entries.map(([path, bytes]) => [path, Buffer.from(bytes)]));
}

/** An entry of a ZIP as JSON. */
export function jsonOf(entries: ReadonlyMap<string, Buffer>, path: string): Record<string, unknown> {
  return recordSchema.parse(JSON.parse(entries.get(path)?.toString() ?? 'null'));
}
