import { definePlugin } from '@balcao/sdk/server';
import { legalStepFound } from '@balcao/legal-process/contract';
import manifest from '../manifest.ts';

export default definePlugin(manifest, {
  setup(host) {
    // The test reads in its own process what another plugin is told.
    host.on(legalStepFound, 'heard', async (found) => {
      (globalThis as { heardSteps?: object[] }).heardSteps?.push(found);
    });
  },
});
