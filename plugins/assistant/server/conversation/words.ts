/** Lower case without accents and punctuation, with single blanks. */
export const folded = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

const somebody =
  '(atendente|atendentes|pessoa|humano|humana|alguem|gerente|supervisor|supervisora|advogado|advogada|doutor|doutora|operador|funcionario|funcionaria|responsavel|consultor|vendedor)';
const person = '(person|human|agent|someone|somebody|representative|operator|manager|attendant)';
const persona = '(persona|humano|humana|agente|alguien|asesor|asesora|operador|gerente|representante|encargado)';

const asks: readonly RegExp[] = [
  new RegExp(
    `\\b(falar|conversar|tratar|contato) (direto |diretamente )?com (o |a |um |uma |algum |alguma )?${somebody}\\b`,
  ),
  new RegExp(
    `\\b(quero|queria|preciso|gostaria|prefiro|cade|tem) (de |falar )?(o |a |um |uma |algum |alguma )?${somebody}\\b`,
  ),
  new RegExp(
    `\\b(chama|chame|chamar|passa|passe|passar|transfere|transfira|transferir|encaminha|encaminhe) (me |pra |para |por favor |a ligacao )*(o |a |um |uma |algum |alguma )?${somebody}\\b`,
  ),
  /\b(atendimento|atendente|pessoa|suporte) (humano|humana|real|de verdade|de carne e osso)\b/,
  /\b(nao quero|odeio|chega de|cansei d[eo]|sem) (mais )?(falar com |conversar com )?(um |uma |o |a |esse |este |essa |esta )?(robo|bot|maquina|inteligencia artificial|ia)\b/,
  /^(por favor )?(um |uma )?(atendente|humano|pessoa|atendente humano|falar com atendente)( por favor)?$/,
  new RegExp(
    `\\b(speak|talk|chat|connect me|get me|transfer me|put me through) (to |with )*(a |an |the )?(real |live |human )?${person}\\b`,
  ),
  new RegExp(`\\b(want|need|like|prefer) (to speak to |to talk to )?(a |an )(real |live |human )?${person}\\b`),
  /\b(real|live|actual) (person|human|agent)\b|\bhuman (agent|support|being)\b|\b(not|no more) (a )?bots?\b/,
  /^(a )?(human|agent|representative|operator|person)( please)?$/,
  new RegExp(
    `\\b(hablar|conversar|comunicarme|comunicarse|contactar) (directamente )?con (el |la |un |una |algun |alguna )?${persona}\\b`,
  ),
  new RegExp(
    `\\b(quiero|quisiera|necesito|prefiero|paseme|pasame|transfiereme|transfierame|comuniqueme) (a |con |hablar con )*(el |la |un |una |algun |alguna )?${persona}\\b`,
  ),
  /\b(atencion|persona|asesor|agente) (humana|humano|real|de verdad)\b/,
  /\bno quiero (mas )?(hablar con )?(un |una |el |la |este |esta )?(robot|bot|maquina)\b/,
  /^(un |una )?(agente|persona|asesor|humano)( por favor)?$/,
];

/** True when the customer asks for a person, in Portuguese, English or Spanish, or by a phrase of the company. */
export const asksForPerson = (text: string, further: readonly string[] = []): boolean => {
  const words = folded(text);
  return (
    asks.some((pattern) => pattern.test(words)) ||
    further.some((phrase) => folded(phrase) !== '' && ` ${words} `.includes(` ${folded(phrase)} `))
  );
};

/** True when the text names one of these subjects. */
export const touches = (text: string, topics: readonly string[]): boolean => {
  const words = ` ${folded(text)} `;
  return topics.some((topic) => folded(topic) !== '' && words.includes(` ${folded(topic)}`));
};

const misunderstood =
  /\b(nao (foi|era|e) (isso|o que eu)|nao (me )?entend(eu|este)|voce nao entende|ja (te |lhe )?(disse|falei|expliquei)|nao respondeu|resposta errada|that s not what i|you (do not|don t|didn t|did not) understand|not what i asked|no (me )?entend(iste|io|es)|no es (eso|lo que)|no era eso)\b/;
/** True when the customer says that the answer missed the question. */
export const saysMisunderstood = (text: string): boolean => misunderstood.test(folded(text));

const negative =
  /\b(pessim[oa]|horrivel|absurd[oa]|palhacada|vergonha|descaso|ridicul[oa]|lixo|golpe|enganad[oa]|revoltad[oa]|indignad[oa]|procon|reclame aqui|processar voces|nunca mais|que raiva|estou (muito )?(irritad|bravo|brava|furios)\w*|terrible|awful|useless|scam|ridiculous|furious|angry|worst|horrible|pesim[oa]|verguenza|estafa|inutil|indignante)\b/;
/** True when the text is angry: a word of a list, which never decides alone at the first time. */
export const isNegative = (text: string): boolean => negative.test(folded(text));

/** True when the text asks something, and is no greeting and no thanks. */
export const isQuestion = (text: string): boolean =>
  text.includes('?') ||
  /\b(qual|quais|quanto|quantos|quantas|quando|onde|como|quem|por que|porque|posso|tem|voces|what|when|where|how|who|why|can|do you|cual|cuanto|cuando|donde|como|quien|puedo|tienen)\b/.test(
    folded(text),
  );

const unknown =
  /\b(nao sei|nao tenho (essa|esta) informacao|nao encontrei|i don t know|i do not know|no lo se|no tengo esa informacion)\b/;
/** True when an answer says that it does not know. */
export const saysUnknown = (text: string): boolean => unknown.test(folded(text));
