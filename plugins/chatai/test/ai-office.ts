import { inject } from 'vitest';
import { startAiSimulator, startTestHost, type AiSimulator, type Person, type TestHost } from '@balcao/testing';
import { purposes } from '../contract.ts';

export const plugins = [
  'connections',
  'queues',
  'contacts',
  'users',
  'tags',
  'tickets',
  'notifications',
  'channel-sandbox',
  'chatai',
];

export interface AiOffice {
  host: TestHost;
  root: Person;
  ai: AiSimulator;
  /** Id of the platform's provider, which serves every purpose. */
  providerId: number;
  close(): Promise<void>;
}

/** Starts a platform whose provider of models is a simulator on this machine. */
export const openAiOffice = async (options: { log?: (line: string) => void } = {}): Promise<AiOffice> => {
  const ai = await startAiSimulator({ key: 'sk-platform-secret', models: ['sim-1', 'sim-2', 'whisper-1'] });
  const host = await startTestHost({ databaseUrl: inject('databaseUrl'), plugins, env: { SANDBOX: '1' }, ...options });
  const root = await host.superUser();
  const added = await root.post<{ id: number }>('/ai/platform-providers', {
    title: 'Simulado',
    baseUrl: ai.url,
    key: 'sk-platform-secret',
    models: ['sim-1'],
  });
  const records = purposes.map((purpose) => ({
    purpose,
    providerId: added.body.id,
    model: purpose === 'transcribe' ? 'whisper-1' : 'sim-1',
  }));
  await root.put('/ai/platform-purposes', { records });
  return {
    host,
    root,
    ai,
    providerId: added.body.id,
    async close() {
      await host.close();
      await ai.close();
    },
  };
};
