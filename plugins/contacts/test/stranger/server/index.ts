import { definePlugin } from '@balcao/sdk/server';
import { contactSource, numberCheck } from '@balcao/contacts/contract';
import manifest from '../manifest.ts';
import { wishes } from '../wishes.ts';

export default definePlugin(manifest, {
  setup(host) {
    host.contribute(numberCheck, {
      id: 'slow',
      check: async (value) => {
        const { meanwhile } = wishes;
        wishes.meanwhile = undefined;
        await meanwhile?.();
        return { exists: true, value };
      },
    });
    host.contribute(contactSource, {
      id: 'stranger',
      books: async () => [{ id: 1, name: 'Agenda' }],
      read: async function* () {
        yield* wishes.people;
      },
    });
    host.contribute(contactSource, {
      id: 'broken',
      books: async () => {
        throw new Error('the address book cannot be reached');
      },
      read: async function* () {
        yield* [];
      },
    });
  },
});
