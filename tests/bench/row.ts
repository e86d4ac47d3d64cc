/** One measured thing and its budget. */
export interface BenchRow {
  readonly what: string;
  readonly value: number;
  readonly unit: string;
  readonly budget: number;
  /** Whether the value should stay under its budget or over it. */
  readonly better: 'less' | 'more';
}

export function isWithin({ value, budget, better }: BenchRow): boolean {
  return better === 'less' ? value <= budget : value >= budget;
}
