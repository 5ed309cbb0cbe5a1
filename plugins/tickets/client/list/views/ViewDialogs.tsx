import { useAtom } from 'jotai';
import { ManageViewsDialog } from './ManageViewsDialog.tsx';
import { SaveViewDialog } from './SaveViewDialog.tsx';
import { viewDialogAtom } from './view-dialogs.ts';

/** The open dialog for saved views. */
export function ViewDialogs() {
  const [dialog, setDialog] = useAtom(viewDialogAtom);
  const close = () => setDialog(undefined);
  if (dialog === 'save') return <SaveViewDialog onClose={close} />;
  if (dialog === 'manage') return <ManageViewsDialog onClose={close} />;
  return null;
}
