/**
 * Words by which notices and their buttons are known; in lower case, `*` for any ending. A name is what a class says only
 * where all its words are known, so that "Accept and subscribe" or "Accept order" is no consent.
 */
export interface NoticeWords {
  /** What the text of a consent notice speaks of. */
  readonly topics: readonly string[];
  readonly refuse: readonly string[];
  readonly accept: readonly string[];
  /** Turn an acceptance into a refusal: "without", "don't". */
  readonly negations: readonly string[];
  /** What is left when all else is refused: "only necessary", "accept essential". Alone it names a tab of settings. */
  readonly necessary: readonly string[];
  readonly only: readonly string[];
  /** Answers that fit any notice: "OK", "Got it", "Continue". They count only in a notice that lies over the page. */
  readonly agree: readonly string[];
  readonly close: readonly string[];
  /** Beside the others: "all", "and", "cookies". */
  readonly fillers: readonly string[];
  /** Button names of languages that write no spaces. */
  readonly refusePhrases: readonly string[];
  readonly acceptPhrases: readonly string[];
  readonly pay: readonly string[];
  readonly logIn: readonly string[];
  /** What a question for the age of a visitor holds. */
  readonly age: readonly string[];
}

const list = (words: string): readonly string[] => words.trim().split(/\s+/);
const lines = (phrases: string): readonly string[] =>
  phrases.split('\n').flatMap((line) => (line.trim() === '' ? [] : [line.trim()]));

/** Words of 22 languages: of each the ways in which consent notices name their buttons. */
export const noticeWords: NoticeWords = {
  topics:
    list(`cookie* tracker* traceur* rastreador* ciastecz* kakor informasjonskapsl* eväste* süti* sütik* çerez*
    куки кукі κουκιζ クッキー 쿠키 einwilligung* consentement* consentimiento* consentimento* toestemming* samtycke* samtykke*
    suostumus* συγκατάθεση* tracking gdpr rgpd dsgvo`),
  refuse: list(`reject* decline* refuse* deny disagree disable object opt out
    ablehn* verweiger* widersprech* refuser rechazar rechazo rifiuta* rejeitar recusar weiger* afwijzen odrzu* odmawiam
    avvisa neka afvis* afslå avslå avvis hylkää kiellä odmítnout odmítn* zamít* elutasít* visszautasít* respinge* refuz*
    отклонить отказаться запретить відхилити відмовитися reddet* απόρριψη απορρίπτω`),
  accept: list(`accept* agree allow consent
    akzeptier* zustimm* annehm* zulassen erlaub* einverstanden accepter j'accepte autoriser acepto aceptar permitir
    accett* acconsent* consenti aceitar aceito concordo accepteren toestaan akkoord akceptuj* zaakceptuj* zgadzam zezwól
    godkänn* acceptera tillåt acceptér accepter tillad godkend godta aksepter* tillat hyväksy* salli přijmout souhlasím
    povolit elfogad* engedély* acceptă accept* permite принять принимаю согласен согласиться разрешить прийняти погоджуюся
    дозволити kabul onayla* αποδοχή αποδέχομαι συμφωνώ`),
  negations:
    list(`without not don't do'nt no ohne nicht keine sans ne pas sin senza non sem não zonder niet bez nie utan inte
    uden ikke uten ilman älä ne nélkül fără nu без не χωρίς olmadan`),
  necessary:
    list(`necessary essential* required mandatory notwendig* erforderlich* essenziell* technisch nécessaires nécessaire
    indispensables essentiels necesarias necesaria esenciales necessari necessarie essenziali tecnici necessários
    noodzakelijk* functionele niezbędne konieczne nödvändiga nødvendige välttämättömät nezbytné szükséges* necesare
    необходимые необхідні gerekli zorunlu απαραίτητα`),
  agree:
    list(`ok okay understood yes fine got it verstanden alles klar compris d'accord entendido vale capito
    begrepen rozumiem jag förstår forstået forstått selvä rozumím értem înțeles понятно зрозуміло anladım tamam εντάξει
    continue proceed weiter fortfahren continuer continuar seguir continua doorgaan verder dalej fortsätt fortsæt fortsett
    jatka pokračovat folytatás continuă продолжить продовжити devam`),
  only: list(`only just nur uniquement seulement solo solamente soltanto só somente apenas alleen tylko endast bara kun bare vain
    pouze jen csak doar только лише тільки sadece yalnızca μόνο`),
  close:
    list(`close dismiss skip schließen schliessen fermer cerrar chiudi fechar sluiten zamknij stäng luk lukk sulje zavřít
    bezárás închide закрыть закрити kapat κλείσιμο × ✕ ✖ ✗ x not now maybe later thanks danke merci gracias grazie`),
  fillers:
    list(`i i'm we me my you your all every everything and & to the of use using strictly also any with that this
    cookie cookies tracking optional non additional unnecessary other selected go on in
    alle alles allen und ich die der das von zu optionalen tout tous toutes et les des le la todo todas todos y las los
    tutti tutto e i gli tudo os en de wszystko wszystkie wszystkich się przejdź alla och og kaikki ja vše všechny a
    összes minden az és toate și все всё и файлы усі всі файли tümünü hepsini tüm et ve όλα όλων και`),
  refusePhrases: lines(`
    すべて拒否
    すべて拒否する
    拒否
    拒否する
    同意しない
    必要なクッキーのみ
    全部拒绝
    拒绝所有
    拒绝全部
    拒绝
    不同意
    仅接受必要
    全部拒絕
    拒絕
    모두 거부
    거부
    거절
    필수만 허용`),
  acceptPhrases: lines(`
    すべて同意
    すべて同意する
    すべて受け入れる
    すべて許可
    同意
    同意する
    許可する
    全部接受
    接受全部
    接受所有
    接受
    全部同意
    모두 동의
    모두 허용
    모두 수락
    동의
    동의합니다
    수락`),
  pay: list(`subscri* pay paid purchase buy order checkout basket cart bag warenkorb panier carrito carrello abo abos abonn* abonnieren kaufen bezahl* zahlen payer acheter
    suscri* pagar comprar abbona* acquista assina* kopen betalen kup subskryb* prenumerera köp abonner køb kjøp tilaa osta
    předplat* koupit előfiz* vásárol abonează cumpără подпис* купить оплатить підпис* купити satın abone 購入 購読 订阅 购买
    訂閱 구독 구매`),
  logIn:
    list(`login log-in signin sign-in anmelden einloggen registrieren connecter connexion acceder accedi entrar inloggen
    zaloguj logga kirjaudu přihlásit bejelentkez* войти увійти giriş ログイン 登录 登入 로그인 register password passwort
    contraseña senha wachtwoord hasło lösenord пароль 密码`),
  age: list(`18+ 21+ volljährig majeur adulto maggiorenne meerderjarig pełnoletni`),
};
