import { definePlugin } from '@balcao/sdk/server';
import { contactSource, numberCheck } from '@balcao/contacts/contract';
import manifest from '../manifest.ts';
import { behaviour } from '../behaviour.ts';

export default definePlugin(manifest, {
  setup(host) {
    host.contribute(numberCheck, {
      id: 'slow',
      check: async (value) => {
        const { duringCheck: meanwhile } = behaviour;
        behaviour.duringCheck = undefined;
        await meanwhile?.();
        return { exists: true, value };
      },
    });
    host.contribute(contactSource, {
      id: 'stranger',
      listAddressBooks: async () => [{ id: 1, name: 'Agenda' }],
      read: async function* () {
        yield* behaviour.people;
      },
    });
    host.contribute(contactSource, {
      id: 'broken',
      listAddressBooks: async () => {
        throw new Error('the address book cannot be reached');
      },
      read: async function* () {
        yield* [];
      },
    });
  },
});
