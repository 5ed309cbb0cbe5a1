// What every plugin must pass, run by `balcao test` against the folder it was typed in.
import { pluginSuite } from '@balcao/testing';

await pluginSuite({ root: process.env.BALCAO_PLUGIN ?? process.cwd() });
