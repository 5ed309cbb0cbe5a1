import { api, queryClient } from '@balcao/sdk/client';
import type { SavedView } from '../../model/saved-views.ts';
import { viewsKey } from './useSavedViews.ts';

const put = (change: (views: SavedView[]) => SavedView[]): void => {
  queryClient.setQueryData<SavedView[]>(viewsKey, (views) => views && change(views));
};
const asked = () => queryClient.invalidateQueries({ queryKey: viewsKey });

export const viewActions = {
  async save(name: string, filters: Record<string, string>, position?: number): Promise<SavedView> {
    const view = await api.post<SavedView>('/tickets/views', {
      name,
      filters,
      ...(position === undefined ? {} : { position }),
    });
    await asked();
    return view;
  },
  async change(id: number, change: Partial<Pick<SavedView, 'name' | 'filters'>>): Promise<SavedView> {
    const view = await api.put<SavedView>(`/tickets/views/${id}`, change);
    put((views) => views.map((each) => (each.id === id ? view : each)));
    return view;
  },
  /** Shown at once; the server's order is final. */
  async order(views: readonly SavedView[]): Promise<void> {
    put(() => [...views]);
    try {
      const ordered = await api.put<SavedView[]>('/tickets/views', { ids: views.map(({ id }) => id) });
      put(() => ordered);
    } catch (error) {
      await asked();
      throw error;
    }
  },
  async remove(view: SavedView): Promise<void> {
    put((views) => views.filter(({ id }) => id !== view.id));
    try {
      await api.delete(`/tickets/views/${view.id}`);
    } catch (error) {
      await asked();
      throw error;
    }
  },
};
