import { Fragment } from 'react';

interface MarkedProps {
  readonly text: string;
  readonly marks: readonly { readonly start: number; readonly end: number }[];
}

/** A text with parts of it marked. */
export function Marked({ text, marks }: MarkedProps) {
  return (
    <>
      {marks.map(({ start, end }, index) => (
        <Fragment key={start}>
          {text.slice(marks[index - 1]?.end ?? 0, start)}
          <mark>{text.slice(start, end)}</mark>
        </Fragment>
      ))}
      {text.slice(marks.at(-1)?.end ?? 0)}
    </>
  );
}
