import { afterAll } from 'vitest';
import { channelConformance } from '@balcao/testing';
import { conformanceOf } from './channel-driver.ts';
import { startMeta } from './meta-fixture.ts';

const { meta, stop } = await startMeta();
afterAll(stop);

await channelConformance(conformanceOf(meta, 'facebook'));
