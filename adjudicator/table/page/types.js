/**
 * What the server answers, as types; nothing here runs.
 *
 * @typedef {{id: string, title: string}} Titled
 * @typedef {{slug: string, title: string, sides: Titled[], scenarios: Titled[], sketch: string}} GameChoice
 * @typedef {{slug: string, title: string, sides: Titled[], statuses: string[], acts: boolean}} Game
 * @typedef {{id: string, parent: string|null, kind: string, text: string, verdict: string, why: string|string[],
 *   dice: string|number|null, dice_by: string, seed: number|string|null, name: string, note: string,
 *   moment: string}} TreeNode
 * @typedef {{tree: string, game: Game, title: string, board: string, nodes: TreeNode[], log: boolean,
 *   sprites?: string}} Tree
 * @typedef {{id: string, name: string, kind: string, at: [number, number], shape: number[]}} Space
 * @typedef {{id: string, name: string, at?: [number, number], shape: number[]}} Outline
 * @typedef {{name: string, title: string, width: number, height: number, places: Outline[],
 *   tiles?: Tiles|null}} Side
 * @typedef {{url: string, size: number, levels: number, format: string}} Tiles
 * @typedef {{width: number, height: number, tiles: Tiles|null, spaces: Space[], crossings: Outline[],
 *   boxes: Outline[], windows: Side[], grid: {size: number, corners: number[]}|null}} Board
 * @typedef {{px: number, url: string, faces: Record<string, [number, number, number, number]>}} Sheet
 * @typedef {{face: string, dx: number, dy: number}} Badge
 * @typedef {{id: string, kind: string, name: string, side: string, space: string, window: string, x: number,
 *   y: number, w: number, face: string, turn: boolean, badges: Badge[], status: string, hidden: boolean,
 *   lines: string[]}} Piece
 * @typedef {{tone: string, label?: string, why?: string[], path?: string[]}} Mark
 * @typedef {{spaces: string[], tone: string, why?: string[]}} Line
 * @typedef {{tone: string, text: string}} Key
 * @typedef {{spaces: Record<string, Mark>, units: Record<string, Mark>, lines: Line[], legend: Key[],
 *   sides?: Line[]}} Marks
 * @typedef {Marks & {words: string, question?: Question}} Shown
 * @typedef {{name: string, title: string, question?: Question, made?: () => Shown, narrow?: Field}} Layer
 * @typedef {{rule: string, text: string, value?: number, op?: string, under?: Step[]}} Step
 * @typedef {{rule: string, text: string, units: string[], spaces: string[]}} Violation
 * @typedef {{text: string, file: string, row: string, column: string, matters: boolean|null}} Source
 * @typedef {{question: string, viewpoint: string, ok: boolean, verdict: string, answer: any, rules: string[],
 *   steps: Step[], violations: Violation[], moment: Violation[], assumptions: string[],
 *   interpretations: string[], reconstructed: Source[], edition: string, fingerprint: string}} Ruling
 * @typedef {{ruling: Ruling, text: string, marks: Marks, typed: string, acts?: string[],
 *   given?: Switch[]}} Answer
 * @typedef {{text: string, given: string, title: string}} Switch
 * @typedef {{kind: string, title: string, count: number|null}} ActionKind
 * @typedef {{typed: string, json: any}} LegalAction
 * @typedef {{side: string, compared: number, best: {action: string, score: number, terms: Record<string, number>,
 *   ruling: string, data: any}[]}} Counsel
 * @typedef {{node: TreeNode, scene: {pieces: Piece[]}, next: {verdict: string, text: string, ruling: Ruling},
 *   waiting: {kind: string, who: string, text: string}[], actions: ActionKind[],
 *   facts: {item: string, subject: string, value: any, text: string}[], sprites?: string,
 *   strange: {space: string, place: string, names: string[]}[]}} NodeData
 * @typedef {{name: string, flag: string, title: string, kind: string, many: boolean, choices: string[],
 *   by_place: boolean, required: boolean}} Field
 * @typedef {{verb: string, title: string, topic: string, fields: Field[], layer: string,
 *   sided: string, narrowed: string}} Form
 * @typedef {{verb: string, words?: string[]|null, fields?: Record<string, any>|null}} Question
 * @typedef {{id: string, question: string, options: any, default: string, chosen: string}} Reading
 * @typedef {[string, string, string]} CopyKey
 * @typedef {{key: CopyKey, text: string, ours: string, now: string, known: boolean, column?: string}} CopyField
 * @typedef {{unit: string, title: string, line: string, known: boolean, doubtful: boolean, open: CopyKey[],
 *   fields: CopyField[]}} CopyCounter
 * @typedef {{label: string, cells: Record<string, CopyField>}} CopyRow
 * @typedef {{title: string, columns: string[], rows: CopyRow[]}} CopyTable
 * @typedef {{id: string, title: string, counters: CopyCounter[], tables: CopyTable[],
 *   choices: Record<string, string[]>}} CopyGroup
 * @typedef {{topic: string, asked: number, exact: number, near: {asked: string,
 *   missing: {text: string, group: string}[], more: number}[]}} CopyTopic
 * @typedef {{game: {slug: string, title: string}, games: {slug: string, title: string}[], values: number,
 *   exact: number, open: number, undo: number, line: string, asked: number, resting: number,
 *   groups: {id: string, title: string, values: number, open: number, weight: number}[],
 *   topics: CopyTopic[]}} CopyOverview
 * @typedef {{contradiction: string, written: string[]}} CopyDone
 * @typedef {{row: number, column: number, name: string, title: string, checked: boolean, front: boolean,
 *   back: boolean}} ScanPlace
 * @typedef {{sheet: number, undo: number, places: ScanPlace[]}} ScanSheet
 * @typedef {{game: {slug: string, title: string}, sheets: number[], counters: {id: string, title: string}[]}} ScanOverview
 * @typedef {{file: string, column: string, open: number, choices: string[], drawn?: boolean, joined?: boolean}} Brush
 * @typedef {Record<string, [string, boolean]>} Painted
 * @typedef {{game: string, group: CopyGroup|null, all: CopyOverview|null, open: (id: string) => Promise<void>,
 *   next: () => string,
 *   change: (send: () => Promise<CopyDone>) => Promise<{refused: string, again: boolean}>}} CopyRoom
 * @typedef {"certain"|"guess"|"asked"|"other"} AdaptState
 * @typedef {{piece: string, name: string, state: AdaptState, units: string[], status: string, confidence: number,
 *   why: string, near: string[], title: string, said: boolean, art: boolean}} AdaptRow
 * @typedef {{units: string[], title: string, why: string, confidence: number, taken: string}} AdaptOffer
 * @typedef {{piece: string, name: string, status: string, why: string, texts: {label: string, text: string}[],
 *   offers: AdaptOffer[]}} AdaptPiece
 * @typedef {{name: string, space: string, title: string, confidence: number, why: string, said: boolean}} AdaptPlace
 * @typedef {{name: string, map: string, known: {theirs: string, ours: string, title: string}[], why: string,
 *   laid: boolean, agree: number, tried: number, example: string}} AdaptGrid
 * @typedef {{layer: string, units: number, images: {name: string, art: boolean}[], names: string[], turns: boolean,
 *   words: string[], off: string}} AdaptLayer
 * @typedef {{piece: string, title: string, name: string, status: string, art: boolean, image: string}} AdaptTurned
 * @typedef {{item: string, title: string, of: string, values: (string|number|boolean)[],
 *   now: string|number|boolean|null}} AdaptItem
 * @typedef {{module: {name: string, version: string, mark: string, pieces: number},
 *   game: {slug: string, title: string, statuses: string[]}, found: number, units: number, waiting: string[],
 *   rows: AdaptRow[], without: Titled[], places: AdaptPlace[], grids: AdaptGrid[], layers: AdaptLayer[],
 *   turned: AdaptTurned[], items: AdaptItem[], gone: string[], undo: number, kept: string}} AdaptMatching
 * @typedef {{file: string, refused: string, matching: AdaptMatching|null,
 *   games: {slug: string, title: string, found: number, units: number, score: number}[]}} AdaptOpen
 * @typedef {{units: Titled[], spaces: {id: string, name: string}[], landmarks: string[]}} AdaptNames
 * @typedef {{name: string, width: number, height: number, art: boolean, places: {name: string, outline: number[]}[],
 *   landmarks: {name: string, x: number, y: number}[]}} AdaptMap
 * @typedef {{matching: AdaptMatching, names: AdaptNames, part: string,
 *   change: (what: string, said: any) => Promise<boolean>,
 *   doing: <T>(work: () => Promise<T>) => Promise<T|undefined>}} AdaptRoom
 * @typedef {{id: string, title: string, faces: string[]}} ShownOne
 * @typedef {{title: string, px: number, shown: ShownOne[]}} ShownGroup
 * @typedef {{title: string, map: string, templates: string, groups: ShownGroup[]}} Showcase
 * @typedef {{number: number, edition: number, tree: string, at: string, changed: string[], drawn: string[], seconds: number,
 *   faults: string[], builds: boolean, module: {at: string, path: string, seconds: number, drawn: number, pictures: number, fault: string}|null}} Saved
 */
export {};
