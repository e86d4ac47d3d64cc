import type { Route } from 'playwright-core';
import * as z from 'zod/mini';

/** So many rows at once, the most that the server gives. */
const LARGE = 100;

const callSchema = z.looseObject({
  query: z.string(),
  variables: z.looseObject({ pagination_page: z.number(), pagination_limit: z.number() }),
});
const answerSchema = z.looseObject({
  data: z.looseObject({ chatTickets: z.looseObject({ total_items: z.number() }) }),
});

/**
 * Answers the page's call for the next rows of its list with more of them: a thousand pages of ten
 * take minutes to scroll through. What is held then is the same.
 */
export async function inLargePages(route: Route): Promise<void> {
  const { success, data: call } = callSchema.safeParse(route.request().postDataJSON());
  if (!success || !call.query.startsWith('query chatTickets') || call.variables.pagination_limit >= LARGE) {
    await route.continue();
    return;
  }
  const { pagination_page: page, pagination_limit: limit } = call.variables;
  const variables = {
    ...call.variables,
    pagination_page: Math.floor(((page - 1) * limit) / LARGE) + 1,
    pagination_limit: LARGE,
  };
  const response = await route.fetch({ postData: JSON.stringify({ ...call, variables }) });
  const { data } = answerSchema.parse(await response.json());
  const chatTickets = { ...data.chatTickets, total_pages: Math.ceil(data.chatTickets.total_items / limit) };
  await route.fulfill({ response, json: { data: { ...data, chatTickets } } });
}
