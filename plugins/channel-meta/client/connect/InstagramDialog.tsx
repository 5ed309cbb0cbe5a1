import ConnectDialog, { type ConnectDialogProps } from './ConnectDialog.tsx';

/** Connects accounts of Instagram: asks first by which login, where both are possible. */
export default function InstagramDialog(props: Omit<ConnectDialogProps, 'via'>) {
  return <ConnectDialog {...props} via="ask" />;
}
