import { useT } from '@balcao/sdk/client';
import type { MessageView } from '@balcao/tickets/contract';
import type { Poll } from '../contract.ts';

/** The question with its answers. */
export default function PollBubble({ message }: { message: MessageView }) {
  const t = useT();
  const { question, options } = message.dataJson as unknown as Poll;
  return (
    <div style={{ padding: '6px 10px 0' }}>
      <strong>{question}</strong>
      <ul aria-label={t('answers')}>
        {options.map((option) => (
          <li key={option}>{option}</li>
        ))}
      </ul>
    </div>
  );
}
