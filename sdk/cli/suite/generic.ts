// The suite that every plugin must pass, run by `balcao test` against the current folder.
import { pluginSuite } from '@balcao/sdk/testing';

await pluginSuite({ root: process.env.BALCAO_PLUGIN ?? process.cwd() });
