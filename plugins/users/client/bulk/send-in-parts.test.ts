import { afterEach, expect, test, vi } from 'vitest';
import { sendInParts } from './send-in-parts.ts';

afterEach(() => vi.unstubAllGlobals());

/** A server that accepts a hundred people at once, as ours does, and answers so many calls. */
const serve = (calls = Number.POSITIVE_INFINITY): number[] => {
  const sizes: number[] = [];
  vi.stubGlobal('fetch', async (_address: string, { body }: RequestInit) => {
    const { ids } = JSON.parse(String(body)) as { ids: number[] };
    sizes.push(ids.length);
    if (sizes.length > calls) throw new TypeError('network');
    const [status, answer] =
      ids.length > 100
        ? [400, { error: 'ERR_VALIDATION' }]
        : [200, { done: ids, refused: [], links: ids.map((id) => ({ id, link: `/reset/${id}` })) }];
    return new Response(JSON.stringify(answer), {
      status: status as number,
      headers: { 'content-type': 'application/json' },
    });
  });
  return sizes;
};
const people = Array.from({ length: 120 }, (_, at) => at + 1);

test('A hundred and twenty people are invited again at once', async () => {
  const sizes = serve();
  const { done, refused, links } = await sendInParts('invite', people);
  expect([sizes, done, refused, links.length]).toEqual([[100, 20], people, [], 120]);
});

test('People of a part that was not answered are listed with the reason, and the links of the others are shown', async () => {
  serve(1);
  const { done, refused, links } = await sendInParts('invite', people);
  expect([done.length, links.length]).toEqual([100, 100]);
  expect(refused).toEqual(people.slice(100).map((id) => ({ id, code: 'ERR_OFFLINE' })));
});

test('If no part was answered the error is shown as a whole', async () => {
  serve(0);
  await expect(sendInParts('invite', people)).rejects.toMatchObject({ code: 'ERR_OFFLINE' });
});
