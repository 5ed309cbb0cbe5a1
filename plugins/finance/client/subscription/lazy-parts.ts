/** The payment code, loaded when there is something to pay. */
import { lazyPart } from '@balcao/sdk/client';

export const PixPanel = lazyPart(() => import('./PixPanel.tsx').then((part) => ({ default: part.PixPanel })));
