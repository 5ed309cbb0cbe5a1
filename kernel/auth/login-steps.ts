import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { AppError, networkOf } from '@balcao/sdk/server';
import type { Company, CurrentUser, Language, LoginChallenge, LoginStepOutcome } from '@balcao/sdk/server';
import type { Attempts, Limit } from './attempts.ts';

/** Steps that plugins add between the password and the session, by plugin and step id. */
export interface StepPort {
  /** Names of the steps that are contributed and on for the company, in order. */
  names(company: Company): readonly string[];
  ask(name: string, user: CurrentUser, company: Company, language: Language): Promise<LoginChallenge | undefined>;
  answer(
    name: string,
    user: CurrentUser,
    company: Company,
    language: Language,
    given: { state: string; value: string },
  ): Promise<LoginStepOutcome>;
}

/** The part of a challenge that the browser shows; its state stays on the server. */
export interface PendingStep {
  pass: string;
  challenge: Omit<LoginChallenge, 'state'>;
}

interface Pass {
  id: string;
  userId: number;
  companyId: number;
  step: string;
  passed: string[];
  state: string;
  tries: number;
}

interface LoginStepsOptions {
  owner: Pool;
  attempts: Attempts;
  steps: StepPort;
}

const minutes = 10;
const maxTries = 5;
const hashOf = (pass: string): Buffer => createHash('sha256').update(pass).digest();

/**
 * Logins that need more than the password. What was proved is stored here and not in the browser: a pass names the
 * row and is valid for ten minutes, five wrong answers and one session.
 */
export class LoginSteps {
  readonly #options: LoginStepsOptions;

  constructor(options: LoginStepsOptions) {
    this.#options = options;
  }

  /** Begins the first step, or returns undefined when the password is enough. */
  begin(user: CurrentUser, company: Company, language: Language): Promise<PendingStep | undefined> {
    return this.#nextStep([], user, company, language);
  }

  /**
   * Returns the login of a pass. Throws ERR_LOGIN_STEP_OVER (401) when the pass was used, expired or had too many
   * wrong answers.
   */
  async find(pass: string): Promise<Pass> {
    const { rows } = await this.#options.owner.query<Pass>(
      `update kernel.login_step set tries = tries + 1
        where hash = $1 and expires_at > now() and tries < $2
        returning id, user_id as "userId", company_id as "companyId", step, passed, state, tries`,
      [hashOf(pass), maxTries],
    );
    const found = rows[0];
    if (!found) throw over();
    return found;
  }

  /** Checks an answer. Returns undefined when all steps are done and a session may begin. */
  async answer(
    pass: Pass,
    given: { value: string; ip: string },
    user: CurrentUser,
    company: Company,
    language: Language,
  ): Promise<PendingStep | undefined> {
    const { attempts, steps } = this.#options;
    const counted: Limit[] = [
      { name: 'login-step', of: String(user.id), max: 10, seconds: 900 },
      { name: 'login-step-ip', of: networkOf(given.ip), max: 60, seconds: 900 },
    ];
    await attempts.count(counted);
    const { state, step } = pass;
    const outcome = await steps.answer(step, user, company, language, { state, value: given.value });
    if ('refused' in outcome) {
      if (pass.tries >= maxTries) await this.#end(pass.id);
      throw new AppError(400, 'ERR_LOGIN_STEP_REFUSED', {
        context: { text: outcome.refused, triesLeft: maxTries - pass.tries },
      });
    }
    await attempts.uncount(counted);
    // Of two concurrent answers only one continues.
    if (!(await this.#end(pass.id))) throw over();
    if ('challenge' in outcome) return this.#store(user, company, step, pass.passed, outcome.challenge);
    return this.#nextStep([...pass.passed, step], user, company, language);
  }

  async tidy(): Promise<void> {
    await this.#options.owner.query(`delete from kernel.login_step where expires_at < now()`);
  }

  async #nextStep(
    passed: string[],
    user: CurrentUser,
    company: Company,
    language: Language,
  ): Promise<PendingStep | undefined> {
    const { steps } = this.#options;
    const done = new Set(passed);
    for (const name of steps.names(company).filter((one) => !done.has(one))) {
      const challenge = await steps.ask(name, user, company, language);
      if (challenge) return this.#store(user, company, name, passed, challenge);
    }
    return undefined;
  }

  async #store(
    user: CurrentUser,
    company: Company,
    step: string,
    passed: string[],
    { state, ...challenge }: LoginChallenge,
  ): Promise<PendingStep> {
    const pass = randomBytes(32).toString('base64url');
    await this.#options.owner.query(
      `insert into kernel.login_step (id, hash, company_id, user_id, step, passed, state, expires_at)
       values ($1, $2, $3, $4, $5, $6, $7, now() + make_interval(mins => $8))`,
      [randomUUID(), hashOf(pass), company.id, user.id, step, passed, state, minutes],
    );
    return { pass, challenge };
  }

  async #end(id: string): Promise<boolean> {
    const { rowCount } = await this.#options.owner.query(`delete from kernel.login_step where id = $1`, [id]);
    return rowCount === 1;
  }
}

const over = (): AppError => new AppError(401, 'ERR_LOGIN_STEP_OVER');
