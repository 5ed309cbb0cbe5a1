import { setTimeout as sleep } from 'node:timers/promises';
import { type Host } from '@balcao/sdk/server';
import { connectionChanged } from '@balcao/connections/contract';
import { runner } from '../../contract.ts';
import type manifest from '../../manifest.ts';
import { notePairing } from './pairing.ts';
import { turn, type RunnerState } from './turn.ts';
import { wakeRunner } from './wake.ts';

/** A failed turn is repeated after a while: the database may be restarting. */
const afterFault = 2_000;

/** The runner of each connection: one node at a time, and none while the plugin is off. */
export const runnerSession = (host: Host<typeof manifest>): void => {
  host.session(runner, {
    async run(name, scope, ready) {
      const connectionId = Number(name);
      const state: RunnerState = { readAt: 0 };
      let woken = new AbortController();
      ready(async () => {
        state.readAt = 0;
        woken.abort();
        return true;
      });
      while (!scope.signal.aborted) {
        const current = woken;
        let waitMs = afterFault;
        try {
          waitMs = await turn(scope, connectionId, state);
        } catch (err) {
          if (scope.signal.aborted) return;
          scope.log.error({ err, connection: connectionId }, 'a turn of the campaigns of a connection failed');
        }
        if (waitMs > 0)
          await sleep(waitMs, undefined, { signal: AbortSignal.any([scope.signal, current.signal]) }).catch(
            () => undefined,
          );
        if (current.signal.aborted) woken = new AbortController();
      }
    },
  });
  host.on(connectionChanged, 'connection', async ({ connectionId, status, action }, scope) => {
    if (action === 'delete') return;
    await notePairing(scope, connectionId, status);
    if (status === 'CONNECTED') await wakeRunner(scope, connectionId);
  });
};
