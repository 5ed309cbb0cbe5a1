/** Overlays of messages, each in a chunk of its own, loaded once the conversation is shown. */
import { lazyPart } from '@balcao/sdk/client';

export const MessageMenu = lazyPart(() => import('./MessageMenu.tsx').then((part) => ({ default: part.MessageMenu })));
export const ReactionPicker = lazyPart(() =>
  import('./ReactionPicker.tsx').then((part) => ({ default: part.ReactionPicker })),
);
export const EditDialog = lazyPart(() => import('./EditDialog.tsx').then((part) => ({ default: part.EditDialog })));
export const MessageFactsDialog = lazyPart(() =>
  import('./MessageFactsDialog.tsx').then((part) => ({ default: part.MessageFactsDialog })),
);
export const ForwardDialog = lazyPart(() =>
  import('./forward/ForwardDialog.tsx').then((part) => ({ default: part.ForwardDialog })),
);
export const SelectionBar = lazyPart(() =>
  import('./selection/SelectionBar.tsx').then((part) => ({ default: part.SelectionBar })),
);
export const DeleteDialog = lazyPart(() =>
  import('./DeleteDialog.tsx').then((part) => ({ default: part.DeleteDialog })),
);
export const Origin = lazyPart(() => import('./Origin.tsx').then((part) => ({ default: part.Origin })));
