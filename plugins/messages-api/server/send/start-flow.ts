import { conflict, type Scope } from '@balcao/sdk/server';
import { flows } from '@balcao/flows/contract';
import { tickets } from '@balcao/tickets/contract';
import { contactOf, findRecipient } from './recipient.ts';
import type { InOneStep } from './send.ts';
import type { FlowAnswer, FlowBody } from './send-input.ts';

/**
 * Starts a flow in the conversation with a number, which begins if there is none. A conversation that a person attends
 * stays theirs: ERR_TICKET_TAKEN (409). ERR_SERVICE_OFF, ERR_NO_FLOW_FOUND (404), ERR_FLOW_NOT_PUBLISHED (409).
 */
export const startFlow = async (
  scope: Scope,
  connectionId: number,
  tokenId: number,
  { number, name, flowId, notify, variables }: FlowBody,
  inOneStep: InOneStep<FlowAnswer>,
): Promise<FlowAnswer> => {
  scope.use(flows);
  const recipient = await findRecipient(scope, connectionId, number);
  return inOneStep(async (inner) => {
    const contactId = await contactOf(inner, recipient, name?.trim() ?? '');
    const service = inner.use(tickets);
    const { id: ticketId, uuid: ticketUuid } = await service.begin({ contactId, connectionId });
    const ticket = await service.find(ticketId);
    if (ticket && ticket.userId !== null) throw conflict('ERR_TICKET_TAKEN');
    const { sessionId } = await inner.use(flows).start(ticketId, flowId, {
      notify,
      startedBy: `api:${tokenId}`,
      variables,
    });
    return { sessionId, ticketId, ticketUuid, contactId };
  });
};
