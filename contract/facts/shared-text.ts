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

/** What a place says where there is no map: its name and address, else its degrees. */
export function placeText({ latitude, longitude, name, address }: Place): string {
  return [name, address].filter(Boolean).join('\n') || `${latitude}, ${longitude}`;
}

/** What contact cards say as text, a line each. */
export function cardsText(cards: readonly Card[]): string {
  return cards.map(({ name, phones, emails }) => [name, ...phones, ...emails].filter(Boolean).join(' · ')).join('\n');
}
