/** What the provider charges for a delivered message to Brazil, by category; a list of prices of one day. */
export const RATES = {
  of: '2025-07-01',
  currency: 'USD',
  byCategory: new Map([
    ['MARKETING', 0.0625],
    ['UTILITY', 0.0068],
    ['AUTHENTICATION', 0.0068],
  ]),
} as const;
