import { definePlugin } from '@balcao/sdk/server';
import manifest from '../manifest.ts';
import { panelRoutes } from './panel-routes.ts';

export default definePlugin(manifest, { setup: panelRoutes });
