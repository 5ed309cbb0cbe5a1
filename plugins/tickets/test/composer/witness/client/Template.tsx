import { api } from '@balcao/sdk/client';
import { Button } from '@fluentui/react-components';
import type { OutsideWindowPartProps } from '@balcao/tickets/contract';

/** What the channel takes when its window is closed. */
export default function Template({ ticket, sent }: OutsideWindowPartProps) {
  const send = async (): Promise<void> => {
    await api.post(`/witness/${ticket.id}/template`);
    sent();
  };
  return <Button onClick={() => void send()}>Enviar modelo</Button>;
}
