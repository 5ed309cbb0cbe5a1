import { useAtom } from 'jotai';
import { ManageViewsDialog } from './ManageViewsDialog.tsx';
import { SaveViewDialog } from './SaveViewDialog.tsx';
import { viewDialogAtom } from './view-dialogs.ts';

/** Whichever dialog about saved views is open. */
export function ViewDialogs() {
  const [dialog, setDialog] = useAtom(viewDialogAtom);
  const close = () => setDialog(undefined);
  if (dialog === 'save') return <SaveViewDialog onClose={close} />;
  if (dialog === 'manage') return <ManageViewsDialog onClose={close} />;
  return null;
}
