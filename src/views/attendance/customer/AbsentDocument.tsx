import type { CustomerFile } from '../../../machines/entities/customers.ts';
import { DocumentFile } from '../chat/media/DocumentFile.tsx';
import { useFile } from '../chat/media/use-file.ts';

/** A document or audio that isn't there, or not yet: says why and offers a retry, and is a link once it is there. */
export function AbsentDocument({ file: { id, tag, name } }: { readonly file: CustomerFile }) {
  return <DocumentFile message={{ tag, documentName: name }} file={useFile(id, true)} isAsked isRow />;
}
