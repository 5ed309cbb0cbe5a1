import { companyBatch, sql, type Scope } from '@balcao/sdk/server';
import { channelInbox } from '@balcao/connections/contract';
import { phoneRoom } from '../contract.ts';

interface Receipt {
  connectionId: number;
  externalId: string;
  ack: number;
}

interface Raised {
  /** The phone whose message advanced by this; null if it had this ack already. */
  number: string | null;
  isKnown: boolean;
}

/** Stores a phone’s ack of a company’s message, which never decreases. Returns false if there is no such message. */
export const createAcknowledge = () => {
  const raise = companyBatch<Receipt, Raised>({
    run(scope, receipts) {
      const connections = receipts.map(({ connectionId }) => connectionId);
      const ids = receipts.map(({ externalId }) => externalId);
      const acks = receipts.map(({ ack }) => ack);
      return scope.sql.rows<Raised>(sql`
        with said as (
          select * from unnest(${connections}::int[], ${ids}::text[], ${acks}::int[]) with ordinality s (connection_id, external_id, ack, place)),
        furthest as (select distinct on (s.connection_id, s.external_id) s.* from said s order by s.connection_id, s.external_id, s.ack desc, s.place),
        raised as (
          update channel_sandbox.received r set ack = f.ack from furthest f
           where r.connection_id = f.connection_id and r.external_id = f.external_id and r.ack < f.ack returning f.place, r.number)
        select r.number, r.place is not null or exists (
                 select 1 from channel_sandbox.received k where k.connection_id = s.connection_id and k.external_id = s.external_id) as "isKnown"
          from said s left join raised r on r.place = s.place order by s.place`);
    },
  });
  return async (connectionId: number, externalId: string, ack: 1 | 2 | 3 | 4, scope: Scope): Promise<boolean> => {
    const { number, isKnown } = await raise(scope, { connectionId, externalId, ack });
    if (number === null) return isKnown;
    await scope.use(channelInbox).ack(connectionId, externalId, ack);
    scope.rooms.emit(phoneRoom, { connectionId, number }, 'ack', { id: externalId, ack });
    return true;
  };
};
export type Acknowledge = ReturnType<typeof createAcknowledge>;
