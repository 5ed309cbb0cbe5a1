import { definePlugin } from '@balcao/sdk/server';
import manifest from '../manifest.ts';

export default definePlugin(manifest, { setup: () => undefined });
