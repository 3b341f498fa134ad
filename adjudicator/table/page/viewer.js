/** Tiles, pan, zoom and touch. The only module that knows the library behind them. */

/** @import { Board, Side, Tiles } from "./types.js" */

/** @typedef {{scale: number, dx: number, dy: number, width: number, height: number}} Sight */

/** @type {any} */
const OpenSeadragon = /** @type {any} */ (globalThis).OpenSeadragon;

const ROOM = 200; // pixels of the board around what is framed
const LEAST = 1600; // of a frame
const LATE = 1200; // milliseconds until a board that does not come is spoken of

/** A picture that can be panned and zoomed; points are pixels of the board's picture. */
export class Viewer {
  /**
   * @param {HTMLElement} element
   * @param {{moved: () => void, pressed: (x: number, y: number, event: any) => void,
   *   dragStarted: (x: number, y: number) => boolean, dragged: (x: number, y: number) => void,
   *   dropped: (x: number, y: number) => void, late: (is: boolean) => void}} told
   */
  constructor(element, told) {
    this.element = element;
    this.told = told;
    this.late = 0;
    this.size = { width: 1, height: 1 };
    this.ready = false;
    quiet();
    const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    this.viewer = OpenSeadragon({
      element,
      drawer: "canvas",
      showNavigationControl: false,
      showNavigator: false,
      tabIndex: -1,
      animationTime: calm ? 0 : 0.3,
      springStiffness: 10,
      immediateRender: true,
      visibilityRatio: 0.4,
      minZoomImageRatio: 0.7,
      maxZoomPixelRatio: 3,
      zoomPerScroll: 1.25,
      imageLoaderLimit: 3, // a browser has six connections: questions go before tiles
      maxImageCacheCount: 220,
      preserveImageSizeOnResize: true,
      gestureSettingsMouse: { clickToZoom: false, dblClickToZoom: false, flickEnabled: !calm },
      gestureSettingsTouch: { clickToZoom: false, dblClickToZoom: false, flickEnabled: !calm },
      gestureSettingsPen: { clickToZoom: false, dblClickToZoom: false },
    });
    /** @param {any} e */
    const point = (e) => this.toBoard(e.position.x, e.position.y);
    let dragging = false;
    this.viewer.addHandler("canvas-key", (/** @type {any} */ e) => (e.preventDefaultAction = true));
    this.viewer.addHandler("canvas-click", (/** @type {any} */ e) => {
      if (e.quick) told.pressed(...point(e), e);
    });
    this.viewer.addHandler("canvas-press", (/** @type {any} */ e) => {
      dragging = e.pointerType !== "touch" && told.dragStarted(...point(e));
      this.viewer.panHorizontal = this.viewer.panVertical = !dragging;
    });
    this.viewer.addHandler("canvas-drag", (/** @type {any} */ e) => {
      if (!dragging) return;
      e.preventDefaultAction = true;
      told.dragged(...point(e));
    });
    this.viewer.addHandler("canvas-release", (/** @type {any} */ e) => {
      if (dragging) told.dropped(...point(e));
      dragging = false;
      this.viewer.panHorizontal = this.viewer.panVertical = true;
    });
    this.viewer.addHandler("update-viewport", told.moved);
    this.viewer.addHandler("resize", told.moved);
  }

  /**
   * Show a picture, or an empty ground of its size.
   * @param {{width: number, height: number}} size @param {Tiles|null|undefined} tiles
   * @returns {Promise<void>}
   */
  open(size, tiles) {
    this.size = { width: size.width, height: size.height };
    this.ready = false;
    this.awaited(Boolean(tiles));
    return new Promise((resolve) => {
      this.viewer.addOnceHandler("open", () => {
        this.ready = true;
        this.fit();
        resolve();
      });
      this.viewer.open(tiles ? tiled(size, tiles) : empty(size));
    });
  }

  /** Say that the board is yet to come, if its first tile takes a while. @param {boolean} tiled */
  awaited(tiled) {
    clearTimeout(this.late);
    this.told.late(false);
    if (!tiled) return;
    this.late = setTimeout(() => this.told.late(true), LATE);
    this.viewer.addOnceHandler("tile-loaded", () => {
      clearTimeout(this.late);
      this.told.late(false);
    });
  }

  /** Where the board's pixels lie on the screen now. @returns {Sight} */
  sight() {
    const { clientWidth: width, clientHeight: height } = this.element;
    if (!this.ready) return { scale: 1, dx: 0, dy: 0, width, height };
    const centre = this.viewer.viewport.getCenter(true);
    const scale = (this.viewer.viewport.getZoom(true) * width) / this.size.width;
    return {
      scale,
      dx: width / 2 - centre.x * this.size.width * scale,
      dy: height / 2 - centre.y * this.size.width * scale,
      width,
      height,
    };
  }

  /** @param {number} x @param {number} y @returns {[number, number]} */
  toBoard(x, y) {
    const s = this.sight();
    return [(x - s.dx) / s.scale, (y - s.dy) / s.scale];
  }

  /** @param {number} x @param {number} y @returns {[number, number]} */
  toScreen(x, y) {
    const s = this.sight();
    return [x * s.scale + s.dx, y * s.scale + s.dy];
  }

  /** @param {number} factor */
  zoomBy(factor) {
    this.viewer.viewport.zoomBy(factor);
    this.viewer.viewport.applyConstraints();
  }

  /** @param {number} dx @param {number} dy in screen pixels */
  panBy(dx, dy) {
    const { scale } = this.sight();
    const unit = scale * this.size.width;
    this.viewer.viewport.panBy(new OpenSeadragon.Point(dx / unit, dy / unit));
    this.viewer.viewport.applyConstraints();
  }

  fit() {
    this.viewer.viewport.goHome(true);
  }

  /** Frame some points with room around them; the whole board where they fill most of it. @param {number[]} xs @param {number[]} ys */
  frame(xs, ys) {
    const { width, height } = this.size;
    const side = (/** @type {number[]} */ of, /** @type {number} */ all) => {
      const [least, most] = [Math.min(...of), Math.max(...of)];
      const room = Math.max(ROOM, (most - least) * 0.15, (LEAST - most + least) / 2);
      const [from, to] = [Math.max(0, least - room), Math.min(all, most + room)];
      return { from, length: to - from, much: to - from > all * 0.7 };
    };
    const [x, y] = [side(xs, width), side(ys, height)];
    if (x.much && y.much) this.fit();
    else this.viewer.viewport.fitBounds(new OpenSeadragon.Rect(x.from / width, y.from / width, x.length / width, y.length / width), true);
  }

  /** Bring a point into sight, if it is not. @param {number} x @param {number} y @param {number} [wanted] scale */
  show(x, y, wanted) {
    const s = this.sight();
    const [sx, sy] = this.toScreen(x, y);
    const inside = sx > 60 && sy > 60 && sx < s.width - 60 && sy < s.height - 60;
    if (wanted && s.scale < wanted) {
      this.viewer.viewport.zoomTo((wanted * this.size.width) / s.width);
    } else if (inside) {
      return;
    }
    this.viewer.viewport.panTo(new OpenSeadragon.Point(x / this.size.width, y / this.size.width));
  }

  /** @param {() => void} run as soon as the picture is open */
  whenReady(run) {
    if (this.ready) run();
    else this.viewer.addOnceHandler("open", () => setTimeout(run));
  }

  /** What a reload brings back. @returns {number[]} */
  where() {
    const s = this.sight();
    return [...this.toBoard(s.width / 2, s.height / 2), s.scale].map((n) => Math.round(n * 1000) / 1000);
  }

  /** @param {number[]} where */
  go([x, y, scale]) {
    const { width } = this.sight();
    this.viewer.viewport.zoomTo((scale * this.size.width) / width, undefined, true);
    this.viewer.viewport.panTo(new OpenSeadragon.Point(x / this.size.width, y / this.size.width), true);
  }
}

/** The library would write a style into the page, which the page's policy forbids: it finds one that says nothing. */
function quiet() {
  const mark = document.createElementNS("urn:nothing", "style");
  mark.setAttribute("data-openseadragon-mobile-css", "true");
  document.head.append(mark);
  const { error, warn, ...rest } = console;
  // A tile of the board before that comes late is no fault.
  const but = (/** @type {(...words: any[]) => void} */ say) => (/** @type {any[]} */ ...words) =>
    String(words[0]).startsWith("Ignoring tile") || say(...words);
  OpenSeadragon.console = { ...rest, error: but(error), warn: but(warn) };
}

/** @param {{width: number, height: number}} size @param {Tiles} tiles */
function tiled(size, tiles) {
  const base = new URL(tiles.url.endsWith("/") || /\{/.test(tiles.url) ? tiles.url : `${tiles.url}/`, document.baseURI).href;
  const address = /%7Bz%7D|\{z\}/i.test(base)
    ? (/** @type {number} */ z, /** @type {number} */ x, /** @type {number} */ y) =>
        base.replace(/%7Bz%7D|\{z\}/i, String(z)).replace(/%7Bx%7D|\{x\}/i, String(x)).replace(/%7By%7D|\{y\}/i, String(y))
    : (/** @type {number} */ z, /** @type {number} */ x, /** @type {number} */ y) => `${base}${z}/${x}_${y}.${tiles.format}`;
  return {
    width: size.width,
    height: size.height,
    tileSize: tiles.size,
    tileOverlap: 0,
    minLevel: 0,
    maxLevel: tiles.levels - 1,
    getTileUrl: address,
  };
}

/** A ground without a picture: every tile is an empty canvas. @param {{width: number, height: number}} size */
function empty(size) {
  return {
    width: size.width,
    height: size.height,
    tileSize: 1024,
    tileOverlap: 0,
    minLevel: 0,
    maxLevel: 0,
    getTileUrl: () => "empty",
    getTileHashKey: () => "empty",
    hasTransparency: () => true,
    downloadTileStart: (/** @type {any} */ context) => {
      const canvas = document.createElement("canvas");
      canvas.width = canvas.height = 1;
      context.finish(canvas.getContext("2d"), null, "context2d");
    },
    downloadTileAbort: () => undefined,
  };
}
