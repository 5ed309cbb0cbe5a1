import { answering } from './answering.ts';
import { connecting } from './connecting.ts';
import { deciding } from './deciding.ts';
import { handingOver } from './handing-over.ts';
import { talking } from './talking.ts';
import type { Scenario } from './scenario.ts';

/** Conversations that the engine and the simulator play alike. */
export const corpus: readonly Scenario[] = [...talking, ...deciding, ...handingOver, ...connecting, ...answering];
