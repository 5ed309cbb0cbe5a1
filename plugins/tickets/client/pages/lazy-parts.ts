/** Overlays of the ticket screen, each in a chunk of its own. */
import { lazyPart } from '@balcao/sdk/client';

export const PageConversation = lazyPart(() =>
  import('./PageConversation.tsx').then((part) => ({ default: part.PageConversation })),
);
export const ContactPanel = lazyPart(() =>
  import('../contact/ContactPanel.tsx').then((part) => ({ default: part.ContactPanel })),
);
export const ContactOverlay = lazyPart(() =>
  import('../contact/ContactOverlay.tsx').then((part) => ({ default: part.ContactOverlay })),
);
export const FilterPanel = lazyPart(() =>
  import('../list/FilterPanel.tsx').then((part) => ({ default: part.FilterPanel })),
);
export const ListEmpty = lazyPart(() => import('../list/ListEmpty.tsx').then((part) => ({ default: part.ListEmpty })));
export const RowMenu = lazyPart(() => import('../list/RowMenu.tsx').then((part) => ({ default: part.RowMenu })));
export const TicketDialogs = lazyPart(async () => {
  const part = await import('../dialogs/TicketDialogs.tsx');
  await part.ready();
  return { default: part.TicketDialogs };
});
export const PictureViewer = lazyPart(() =>
  import('../message/media/PictureViewer.tsx').then((part) => ({ default: part.PictureViewer })),
);
export const SelectionBar = lazyPart(() =>
  import('../list/selection/SelectionBar.tsx').then((part) => ({ default: part.SelectionBar })),
);
export const PeekDialog = lazyPart(() =>
  import('../list/peek/PeekDialog.tsx').then((part) => ({ default: part.PeekDialog })),
);
export const OrderMenu = lazyPart(() =>
  import('../list/order/OrderMenu.tsx').then((part) => ({ default: part.OrderMenu })),
);
export const ViewsMenu = lazyPart(() =>
  import('../list/views/ViewsMenu.tsx').then((part) => ({ default: part.ViewsMenu })),
);
export const ViewDialogs = lazyPart(() =>
  import('../list/views/ViewDialogs.tsx').then((part) => ({ default: part.ViewDialogs })),
);
