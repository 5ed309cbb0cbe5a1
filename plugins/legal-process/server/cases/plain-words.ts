import type { Language } from '@balcao/sdk/server';

type Words = Readonly<Record<Language, string>>;
const words = (pt: string, en: string, es: string): Words => ({ pt, en, es });

/**
 * The meanings of the commonest movements for people who do not read the language of courts, by their code in the national
 * table (TPU). Movements without an entry are shown by their own name alone.
 */
const meanings: Readonly<Record<number, Words>> = {
  26: words('O processo começou.', 'The case began.', 'El proceso comenzó.'),
  36: words('O processo mudou de juízo.', 'The case went to another chamber.', 'El proceso cambió de juzgado.'),
  51: words('O processo está com o juiz.', 'The case is with the judge.', 'El proceso está con el juez.'),
  60: words('O juízo emitiu um documento.', 'The court issued a document.', 'El juzgado emitió un documento.'),
  85: words(
    'Um documento foi anexado por uma das partes.',
    'A party filed a document.',
    'Una de las partes presentó un documento.',
  ),
  92: words('Uma decisão foi publicada.', 'A decision was published.', 'Se publicó una decisión.'),
  106: words(
    'Um mandado foi emitido ou cumprido.',
    'A writ was issued or served.',
    'Se emitió o cumplió un mandamiento.',
  ),
  118: words('Uma petição foi entregue ao juízo.', 'A petition was delivered.', 'Se entregó una petición.'),
  123: words(
    'O processo foi enviado a outro setor ou tribunal.',
    'The case was sent to another office or court.',
    'El proceso fue enviado a otra oficina o tribunal.',
  ),
  132: words('O processo foi recebido de volta.', 'The case was received.', 'El proceso fue recibido.'),
  193: words('O processo foi julgado.', 'The case was judged.', 'El proceso fue juzgado.'),
  196: words('A cobrança foi encerrada.', 'The enforcement ended.', 'La ejecución terminó.'),
  198: words(
    'O juiz aceitou um pedido de esclarecimento.',
    'A request for clarification was granted.',
    'Se aceptó un pedido de aclaración.',
  ),
  200: words(
    'O juiz não aceitou um pedido de esclarecimento.',
    'A request for clarification was refused.',
    'No se aceptó un pedido de aclaración.',
  ),
  219: words('O juiz aceitou o pedido.', 'The claim was granted.', 'El juez aceptó la demanda.'),
  220: words('O juiz não aceitou o pedido.', 'The claim was refused.', 'El juez no aceptó la demanda.'),
  221: words(
    'O juiz aceitou uma parte do pedido.',
    'The claim was granted in part.',
    'El juez aceptó una parte de la demanda.',
  ),
  235: words('O recurso não foi examinado.', 'The appeal was not heard.', 'El recurso no fue examinado.'),
  237: words('O recurso foi aceito.', 'The appeal was granted.', 'El recurso fue aceptado.'),
  238: words('O recurso foi aceito em parte.', 'The appeal was granted in part.', 'El recurso fue aceptado en parte.'),
  239: words('O recurso não foi aceito.', 'The appeal was refused.', 'El recurso no fue aceptado.'),
  245: words(
    'O processo foi arquivado por enquanto.',
    'The case was archived for now.',
    'El proceso fue archivado provisionalmente.',
  ),
  246: words('O processo foi arquivado.', 'The case was archived.', 'El proceso fue archivado.'),
  332: words(
    'O juiz concedeu um pedido urgente.',
    'An urgent request was granted.',
    'El juez concedió un pedido urgente.',
  ),
  339: words(
    'O juiz concedeu um pedido urgente.',
    'An urgent request was granted.',
    'El juez concedió un pedido urgente.',
  ),
  463: words(
    'Quem pediu desistiu do processo.',
    'The claimant withdrew the case.',
    'El demandante desistió del proceso.',
  ),
  466: words(
    'O acordo foi aprovado pelo juiz.',
    'The settlement was approved.',
    'El acuerdo fue aprobado por el juez.',
  ),
  581: words('Um documento foi anexado.', 'A document was added.', 'Se agregó un documento.'),
  785: words(
    'O juiz não concedeu um pedido urgente.',
    'An urgent request was refused.',
    'El juez no concedió un pedido urgente.',
  ),
  792: words(
    'O juiz não concedeu um pedido urgente.',
    'An urgent request was refused.',
    'El juez no concedió un pedido urgente.',
  ),
  848: words(
    'A decisão ficou definitiva: não cabe mais recurso.',
    'The decision is final.',
    'La decisión quedó firme.',
  ),
  849: words('O processo voltou a andar.', 'The case was reopened.', 'El proceso volvió a tramitarse.'),
  861: words('O processo será arquivado.', 'The case will be archived.', 'El proceso será archivado.'),
  893: words('O processo saiu do arquivo.', 'The case left the archive.', 'El proceso salió del archivo.'),
  898: words('O processo está parado por decisão do juiz.', 'The case is suspended.', 'El proceso está suspendido.'),
  970: words(
    'Uma audiência foi marcada ou realizada.',
    'A hearing was set or held.',
    'Una audiencia fue fijada o realizada.',
  ),
  1051: words('Um prazo terminou.', 'A term ended.', 'Un plazo terminó.'),
  1061: words(
    'Uma decisão saiu no diário da Justiça.',
    'A decision appeared in the gazette.',
    'Una decisión salió en el diario judicial.',
  ),
  11009: words('O juiz deu uma ordem.', 'The judge gave an order.', 'El juez dio una orden.'),
  11010: words(
    'O juiz deu uma ordem de rotina.',
    'The judge gave a routine order.',
    'El juez dio una orden de rutina.',
  ),
  11383: words(
    'A secretaria deu andamento ao processo.',
    'The office moved the case on.',
    'La secretaría dio curso al proceso.',
  ),
  12164: words('O juiz tomou uma decisão.', 'The judge made a decision.', 'El juez tomó una decisión.'),
  12265: words('O aviso às partes foi emitido.', 'The parties’ notice was issued.', 'Se emitió el aviso a las partes.'),
  12266: words('O aviso às partes foi lido.', 'The parties’ notice was read.', 'El aviso a las partes fue leído.'),
};

/** Returns the movement in plain words; null: there are none for it. */
export const plainWords = (code: number | null, language: Language): string | null =>
  code === null ? null : (meanings[code]?.[language] ?? null);

/** The codes of movements that have usual words. */
export const codesWithWords: readonly number[] = Object.keys(meanings).map(Number);
