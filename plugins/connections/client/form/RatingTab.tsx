import { NumberRow, Pair, TextRow, type TabProps } from './rows.tsx';

/** The rating that customers are asked for. */
export function RatingTab(props: TabProps) {
  return (
    <>
      <TextRow {...props} name="ratingMessage" />
      <Pair>
        <NumberRow {...props} name="expiresTicketNPS" unit="minutes" />
        <NumberRow {...props} name="maxUseBotQueuesNPS" unit="times" />
      </Pair>
    </>
  );
}
