import { api } from '@balcao/sdk/client';
import { Button } from '@fluentui/react-components';
import type { OutsideWindowPartProps } from '@balcao/tickets/contract';

/** The messages that the channel accepts after its window closed. */
export default function Template({ ticket, sent }: OutsideWindowPartProps) {
  const send = async (): Promise<void> => {
    await api.post(`/witness/${ticket.id}/template`);
    sent();
  };
  return <Button onClick={() => void send()}>Enviar modelo</Button>;
}
