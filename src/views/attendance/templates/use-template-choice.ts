import { useEffect, useState } from 'react';
import { cardFileKey, templateValue } from '../../../../contract/facts/templates.ts';
import type { CardFile } from './CardFiles.tsx';
import type { PictureProblem } from '../chat/sending/picture-problem.ts';
import { headerProblem, type HeaderProblem } from './header-problem.ts';
import { variablesIn } from './variable-label.ts';
import type { MessageTemplate } from '../../../machines/entities/customers.ts';

/** A template being chosen, with the values typed so far. */
export interface TemplateChoice {
  readonly template: MessageTemplate | null;
  /** By the variables' keys, as typed. */
  readonly values: Readonly<Record<string, string>>;
  /** The file of its header, and what is wrong with it; null until one is chosen. */
  readonly file: HeaderChoice | null;
  /** The own files of its cards, by their places. */
  readonly cardFiles: Readonly<Record<number, CardFile>>;
  /** Whether missing values are pointed out: once sending was tried. */
  readonly isChecked: boolean;
  readonly choose: (template: MessageTemplate) => void;
  readonly reset: () => void;
  readonly chooseFile: (file: File, picture: PictureProblem | null) => void;
  readonly chooseCardFile: (at: number, file: CardFile) => void;
  /** Nothing is sent while a card's file is on its way. */
  readonly noteUploading: (isUploading: boolean) => void;
  readonly fill: (key: string, value: string) => void;
  /** The values as they are sent; null, with the missing ones pointed out, while any is missing. */
  readonly check: () => Readonly<Record<string, string>> | null;
}

interface HeaderChoice {
  readonly file: File;
  readonly picture: PictureProblem | null;
  readonly problem: HeaderProblem | null;
}

/** What was chosen and typed so far, while the chooser isn't shown. */
export interface BegunChoice {
  readonly template: MessageTemplate | null;
  readonly typed: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly files: Readonly<Record<string, Omit<HeaderChoice, 'problem'>>>;
  readonly cardFiles: Readonly<Record<string, Readonly<Record<number, CardFile>>>>;
}

interface ChoiceOptions {
  /** Where it is kept when something else is shown, as a note being written. */
  readonly begun?: BegunChoice | null;
  readonly onBegun?: (begun: BegunChoice) => void;
  /** While it is being sent, the choice stays. */
  readonly isSending?: boolean;
  /** Another file is chosen, or a template that has another one or none. */
  readonly onFile?: () => void;
}

export function useTemplateChoice({ begun, onBegun, isSending = false, onFile }: ChoiceOptions = {}): TemplateChoice {
  const [template, setTemplate] = useState<MessageTemplate | null>(() => begun?.template ?? null);
  // What was typed for one template is there again when one comes back to it.
  const [typed, setTyped] = useState<BegunChoice['typed']>(() => begun?.typed ?? {});
  // So is its file.
  const [files, setFiles] = useState<BegunChoice['files']>(() => begun?.files ?? {});
  const [cardFiles, setCardFiles] = useState<BegunChoice['cardFiles']>(() => begun?.cardFiles ?? {});
  const [isUploading, noteUploading] = useState(false);
  const [isChecked, setChecked] = useState(false);
  useEffect(() => {
    onBegun?.({ template, typed, files, cardFiles });
  }, [onBegun, template, typed, files, cardFiles]);
  const chosen = template === null ? undefined : files[template.id];
  const wanted = template?.headerFile ?? null;
  const file =
    chosen === undefined || wanted === null
      ? null
      : { ...chosen, problem: headerProblem(wanted, { ...chosen, name: chosen.file.name }) };
  const values = (template === null ? undefined : typed[template.id]) ?? {};
  const ownFiles = (template === null ? undefined : cardFiles[template.id]) ?? {};
  return {
    template,
    values,
    file,
    cardFiles: ownFiles,
    isChecked,
    choose: (next) => {
      if (isSending || next.id === template?.id) return;
      setTemplate(next);
      if (Object.keys(files).length > 0) onFile?.();
      setChecked(false);
    },
    reset: () => setTemplate(null),
    chooseFile: (added, picture) => {
      if (isSending || template === null) return;
      setFiles({ ...files, [template.id]: { file: added, picture } });
      onFile?.();
    },
    chooseCardFile: (at, added) => {
      if (template !== null) setCardFiles({ ...cardFiles, [template.id]: { ...ownFiles, [at]: added } });
    },
    noteUploading,
    fill: (key, value) => {
      if (template !== null) setTyped({ ...typed, [template.id]: { ...values, [key]: value } });
    },
    check: () => {
      if (template === null) return null;
      const ready = variablesIn(template).map(({ key }) => [key, templateValue(values[key] ?? '')] as const);
      const hasFile = wanted === null || file?.problem === null;
      const hasCards = template.cards.every((card, at) => (ownFiles[at] ?? card.fileName) !== null);
      const isComplete = hasFile && hasCards && ready.every(([, value]) => value !== '');
      setChecked(!isComplete);
      if (!isComplete || isUploading) return null;
      const own = Object.entries(ownFiles).map(([at, { id }]) => [cardFileKey(Number(at)), id] as const);
      return Object.fromEntries([...ready, ...own]);
    },
  };
}
