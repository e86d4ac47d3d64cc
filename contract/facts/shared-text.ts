interface Place {
  readonly latitude: number;
  readonly longitude: number;
  readonly name?: string | null | undefined;
  readonly address?: string | null | undefined;
}

interface Card {
  readonly name: string;
  readonly phones: readonly string[];
  readonly emails: readonly string[];
}

/** A place as text, where no map is shown: its name and address, else its coordinates. */
export function placeText({ latitude, longitude, name, address }: Place): string {
  return [name, address].filter(Boolean).join('\n') || `${latitude}, ${longitude}`;
}

/** Contact cards as text, one per line. */
export function cardsText(cards: readonly Card[]): string {
  return cards.map(({ name, phones, emails }) => [name, ...phones, ...emails].filter(Boolean).join(' · ')).join('\n');
}
