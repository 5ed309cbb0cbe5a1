import { forbidden, z, type Host } from '@balcao/sdk/server';
import { contacts } from '@balcao/contacts/contract';
import { lists, type NewListItem } from '../contract.ts';
import type manifest from '../manifest.ts';
import { listOutput, name } from './contact-list.ts';
import { isMasked } from './item.ts';

const batch = 2_000;

export const foundRoute = (host: Host<typeof manifest>): void => {
  host.route('POST', '/contact-lists/from-contacts', {
    access: 'contact-lists:view',
    summary:
      'Creates a list of the contacts that `searchParam` finds, or of all. Refused to readers of masked numbers: 403 ERR_NUMBERS_HIDDEN.',
    rate: 20,
    input: { body: z.object({ name, searchParam: z.string().max(200).default('') }) },
    output: listOutput.extend({ added: z.number(), repeated: z.number(), refused: z.number() }),
    handle: ({ body }, scope) => {
      if (isMasked(scope)) throw forbidden('ERR_NUMBERS_HIDDEN');
      async function* found(): AsyncGenerator<NewListItem> {
        let last = 0;
        for (;;) {
          const people = await scope.use(contacts).findMatching(body.searchParam.trim(), last, batch);
          yield* people;
          if (people.length < batch) return;
          last = people.at(-1)?.id ?? last;
        }
      }
      return scope.use(lists).createFrom(body.name, found());
    },
  });
};
