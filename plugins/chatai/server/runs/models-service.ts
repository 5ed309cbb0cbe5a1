import { AppError, type Scope } from '@balcao/sdk/server';
import type {
  Completion,
  CompletionRequest,
  EmbeddingRequest,
  Models,
  ModelMessage,
  ProtocolAnswer,
  TranscriptionRequest,
  Usage,
} from '../../contract.ts';
import { choices, choose, priceOf } from '../providers/choices.ts';
import { availability } from '../providers/resolver.ts';
import { providerError } from '../protocol/provider-error.ts';
import { audioKind } from '../transcripts/audio-kind.ts';
import { estimateSeconds } from '../transcripts/audio-seconds.ts';
import { conceal, Mask } from './masking.ts';
import { run, type Progress } from './run.ts';
import { noUsage } from './run-rows.ts';
import { estimateTokens } from './tokens.ts';

const estimated = (messages: readonly ModelMessage[], said: string): Usage => ({
  promptTokens: messages.reduce((sum, { content }) => sum + estimateTokens(content), 0),
  cachedTokens: 0,
  completionTokens: estimateTokens(said),
  isEstimated: true,
});

/** Personal data are masked unless the admin switched it off; a company that hides numbers always masks. */
const masks = (scope: Scope): boolean =>
  scope.settings.get<boolean>('aiMask') || scope.settings.get('hideContactNumber') === 'enabled';

const complete = (scope: Scope, request: CompletionRequest): Promise<Completion> => {
  const { purpose, messages, tools, toolChoice, schema, signal, limitMs, onText, trial } = request;
  if (messages.length === 0) throw new AppError(400, 'ERR_VALIDATION', { fields: { messages: 'Required' } });
  const mask = new Mask(masks(scope), messages);
  const hidden = mask.hideAll(messages);
  return run(scope, { purpose, subject: request, signal, limitMs, trial }, async (attempt, resolved, progress) => {
    let said = '';
    const shown = mask.shown((piece) => onText?.(piece));
    const heard = (piece: string): void => {
      progress.firstAt ??= performance.now();
      said += piece;
      shown.add(piece);
    };
    let answer: ProtocolAnswer | undefined;
    const temperature = request.temperature ?? resolved.temperature;
    try {
      answer = await attempt.protocol.complete(
        attempt.access,
        {
          messages: hidden,
          maxTokens: request.maxTokens ?? resolved.maxTokens,
          signal: attempt.signal,
          ...(temperature !== undefined && { temperature }),
          ...(tools && { tools }),
          ...(toolChoice && { toolChoice }),
          ...(schema && { schema }),
          ...(onText && { onText: heard }),
        },
        attempt.scope,
      );
    } finally {
      // A call that broke off was paid for too.
      progress.usage = answer?.usage ? { ...answer.usage, isEstimated: false } : usageOf(hidden, answer?.text ?? said);
    }
    shown.end();
    progress.state = answer.finish === 'cut' ? 'cut' : 'done';
    return { text: mask.show(answer.text), toolCalls: mask.showCalls(answer.toolCalls), finish: answer.finish };
  });
};
/** Nothing was said, so nothing is known to have been read either. */
const usageOf = (messages: readonly ModelMessage[], said: string): Usage =>
  said === ''
    ? { promptTokens: 0, cachedTokens: 0, completionTokens: 0, isEstimated: false }
    : estimated(messages, said);

const embed = (scope: Scope, request: EmbeddingRequest): ReturnType<Models['embed']> => {
  const mask = new Mask(masks(scope));
  const texts = request.texts.map((text) => mask.hide(text));
  return run(
    scope,
    { purpose: 'embed', subject: request, signal: request.signal, limitMs: undefined },
    async (attempt, _resolved, progress) => {
      if (!attempt.protocol.embed) throw providerError('ERR_AI_REFUSED', { detail: 'The protocol has no vectors' });
      const { vectors, usage } = await attempt.protocol.embed(
        attempt.access,
        { texts, signal: attempt.signal },
        attempt.scope,
      );
      progress.usage = usage
        ? { ...usage, isEstimated: false }
        : { promptTokens: estimateTokens(texts.join(' ')), cachedTokens: 0, completionTokens: 0, isEstimated: true };
      return { vectors };
    },
  );
};

const transcribe = (scope: Scope, request: TranscriptionRequest): ReturnType<Models['transcribe']> =>
  run(
    scope,
    { purpose: 'transcribe', subject: request, signal: request.signal, limitMs: undefined },
    (attempt, _resolved, progress: Progress) => transcribed(scope, request, attempt, progress),
  );

const transcribed = async (
  scope: Scope,
  { audio, language }: TranscriptionRequest,
  attempt: Parameters<Parameters<typeof run>[2]>[0],
  progress: Progress,
): Promise<{ text: string; language: string | null; seconds: number | null }> => {
  const { protocol, access, signal } = attempt;
  if (!protocol.transcribe) throw providerError('ERR_AI_REFUSED', { detail: 'The protocol has no transcription' });
  const { fileName, mime } = audioKind(audio);
  const { usage, ...heard } = await protocol.transcribe(
    access,
    { audio, fileName, mime, language: language ?? scope.language, signal },
    attempt.scope,
  );
  // Unknown use would be free of charge, and no budget would ever stop it.
  progress.audioSeconds = heard.seconds ?? estimateSeconds(audio);
  progress.usage = { ...(usage ?? noUsage), isEstimated: usage === undefined && heard.seconds === null };
  return heard;
};

/** Language models of the scope's company. */
export const modelsService = (scope: Scope): Models => ({
  available: (purpose) => availability(scope, purpose),
  choices: (purpose) => choices(scope, purpose),
  choose: (purpose, choice) => choose(scope, purpose, choice),
  price: (purpose, tokens, choice) => priceOf(scope, purpose, tokens, choice),
  complete: async (request) => complete(scope, request),
  conceal,
  embed: async (request) => embed(scope, request),
  transcribe: async (request) => transcribe(scope, request),
});
