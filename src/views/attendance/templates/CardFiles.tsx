import { useCallback, useEffect, useState } from 'react';
import type { TemplateCard } from '../../../machines/entities/customers.ts';
import { CampaignFileField } from '../../administration/campaigns/CampaignFileField.tsx';
import { useText } from '../../kit/useText.ts';

/** A file that was uploaded for a card. */
export interface CardFile {
  readonly id: string;
  readonly name: string;
}

interface CardFilesProps {
  readonly cards: readonly TemplateCard[];
  /** What was chosen for a card; null for the template's example. */
  readonly chosen: (at: number) => { readonly name: string } | null;
  /** What is wrong with a card that has no file. */
  readonly missing: string | undefined;
  readonly isReadOnly: boolean;
  readonly onChange: (at: number, file: CardFile) => void;
  /** Whether any is on its way; left meanwhile, it would be lost. */
  readonly onUploading: (isUploading: boolean) => void;
}

/** The file of each card of a carousel: the template's example, unless another one is chosen. */
export function CardFiles(props: CardFilesProps) {
  const { cards, onUploading } = props;
  const [uploading, setUploading] = useState<ReadonlySet<number>>(() => new Set());
  const note = useCallback((at: number, isUnderWay: boolean) => {
    setUploading((before) => {
      if (before.has(at) === isUnderWay) return before;
      const after = new Set(before);
      if (isUnderWay) after.add(at);
      else after.delete(at);
      return after;
    });
  }, []);
  const isUploading = uploading.size > 0;
  useEffect(() => {
    onUploading(isUploading);
    return () => onUploading(false);
  }, [isUploading, onUploading]);
  // oxlint-disable-next-line react/no-array-index-key -- cards have nothing else of their own
  return cards.map((card, at) => <OfCard key={at} {...props} card={card} at={at} onNote={note} />);
}

interface OfCardProps extends Omit<CardFilesProps, 'cards' | 'onUploading'> {
  readonly card: TemplateCard;
  readonly at: number;
  readonly onNote: (at: number, isUploading: boolean) => void;
}

function OfCard({ card, at, chosen, missing, isReadOnly, onChange, onNote }: OfCardProps) {
  const text = useText();
  const { headerFile, fileName } = card;
  const own = chosen(at);
  const example = fileName === null ? null : { name: text('templates.card.example', { name: fileName }) };
  const onUploading = useCallback((isUploading: boolean) => onNote(at, isUploading), [at, onNote]);
  const number = at + 1;
  return (
    <CampaignFileField
      kind={headerFile}
      label={text(headerFile === 'image' ? 'templates.card.image' : 'templates.card.video', { number })}
      hint=""
      file={own ?? example}
      error={own === null && example === null ? missing : undefined}
      isReadOnly={isReadOnly}
      onChange={(file) => onChange(at, file)}
      onUploading={onUploading}
    />
  );
}
