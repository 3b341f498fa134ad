import VASSAL.Info;
import VASSAL.build.AbstractBuildable;
import VASSAL.build.Buildable;
import VASSAL.build.GameModule;
import VASSAL.build.module.BasicLogger;
import VASSAL.build.module.Chatter;
import VASSAL.build.module.ExtensionsLoader;
import VASSAL.build.module.GameState;
import VASSAL.build.module.Map;
import VASSAL.build.module.PlayerRoster;
import VASSAL.build.module.documentation.Tutorial;
import VASSAL.build.module.map.PieceMover;
import VASSAL.build.module.metadata.SaveMetaData;
import VASSAL.build.module.properties.ChangePropertyButton;
import VASSAL.build.module.turn.TurnTracker;
import VASSAL.build.widget.PieceSlot;
import VASSAL.command.Command;
import VASSAL.configure.NamedHotKeyConfigurer;
import VASSAL.counters.Deck;
import VASSAL.counters.Decorator;
import VASSAL.counters.DragBuffer;
import VASSAL.counters.GamePiece;
import VASSAL.counters.KeyBuffer;
import VASSAL.counters.KeyCommand;
import VASSAL.counters.Marker;
import VASSAL.counters.PieceCloner;
import VASSAL.counters.PieceIterator;
import VASSAL.counters.Properties;
import VASSAL.counters.Stack;
import VASSAL.i18n.Localization;
import VASSAL.launch.PlayerWindow;
import VASSAL.launch.StandardConfig;
import VASSAL.launch.StartUp;
import VASSAL.tools.DataArchive;
import VASSAL.tools.NamedKeyStroke;
import VASSAL.tools.filechooser.FileChooser;
import VASSAL.tools.io.ObfuscatingOutputStream;
import VASSAL.tools.io.ZipWriter;
import VASSAL.tools.menu.MenuBarProxy;
import VASSAL.tools.menu.MenuManager;
import java.awt.AWTEvent;
import java.awt.Component;
import java.awt.Container;
import java.awt.Point;
import java.awt.Rectangle;
import java.awt.Toolkit;
import java.awt.event.ActionEvent;
import java.awt.event.MouseEvent;
import java.awt.event.WindowEvent;
import java.awt.image.BufferedImage;
import java.io.BufferedOutputStream;
import java.io.File;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import javax.imageio.ImageIO;
import javax.swing.Action;
import javax.swing.JDialog;
import javax.swing.JFrame;
import javax.swing.JMenuBar;
import javax.swing.JOptionPane;
import javax.swing.JTextPane;
import javax.swing.SwingUtilities;

/**
 * Plays a script of gestures in the VASSAL engine, and writes the logfile of that play: {@code PlayLog MODULE SCRIPT}.
 *
 * A line of the script is a gesture, its words divided by tabs. Each gesture goes through the code that the engine
 * runs when a player makes it, and is answered by a line {@code DID number of log steps, gesture}:
 * <pre>
 * open FILE               load a saved game             side NAME              take a side, as the wizard does
 * log FILE                File, Begin Logfile           end                    File, End Logfile
 * drag PIECE;.. MAP X Y   drag and drop together        draw DECK MAP X Y      drag the top card of a deck
 * menu PIECE TEXT         an entry of its menu          key PIECE KEYSTROKE    a key while it is selected
 * press KEYSTROKE         a key of the toolbar          set NAME               a button that changes a property
 * dice N,N                what the next dice show       answer TEXT            what is typed into the next dialog
 * chat TEXT               a line of chat                undo                   the Undo button
 * take UID MAP X Y        drag a counter of the palette pull PIECE MAP X Y       drag what chance draws from a deck
 * turn NAME PROPERTY TEXT the arrow of a turn tracker, until its property has this value
 * save FILE               File, Save Game               shot FILE              a picture of the player's window
 * tutorial NAME           an entry of the Help menu     step                   the Step forward button
 * replayed                nothing: a problem if the log that is stepped through has more steps
 * tell PIECE PROPERTY     answered by a line {@code TOLD value}
 * said                    answered by a line {@code SAID text}: the last line of the chat
 * user NAME PASSWORD      another person at this client listen                 from here on every gesture is answered
 * seated SIDE             a problem unless he has this side                    by lines {@code CHAT text}
 * seen FILE               all that this client shows, see Seen.java * </pre>
 * After a tutorial is opened and after a step, what the chat shows is answered by lines {@code CHAT text}.
 *
 * A piece is the value of its property Uid, or Uid@MAP:X,Y for the copy nearest to a point,
 * Uid@MAP for any copy there.
 */
public class PlayLog {
  /** No wizard: the side is taken by a gesture. */
  public static class NoWizard extends org.netbeans.api.wizard.WizardDisplayer {
    @Override
    protected Object show(org.netbeans.spi.wizard.Wizard wizard, Rectangle bounds, Action help, java.util.Map start) {
      return null;
    }

    @Override
    protected void install(Container in, Object layout, org.netbeans.spi.wizard.Wizard wizard, Action help,
                           java.util.Map start, org.netbeans.api.wizard.WizardResultReceiver receiver) {
    }
  }

  /** The menus of the player's window. */
  private static class Menus extends MenuManager {
    private final MenuBarProxy bar = new MenuBarProxy();

    @Override
    public JMenuBar getMenuBarFor(JFrame frame) {
      return frame instanceof PlayerWindow ? bar.createPeer() : null;
    }

    @Override
    public MenuBarProxy getMenuBarProxyFor(JFrame frame) {
      return frame instanceof PlayerWindow ? bar : null;
    }
  }

  /** Dice that show what the script says, while it says something; else they fall, always in the same way. */
  private static class Dice extends Random {
    private static final long serialVersionUID = 1L;
    private final Deque<Integer> shown = new ArrayDeque<>();

    Dice() {
      super(1944);
    }

    @Override
    public int nextInt(int sides) {
      return shown.isEmpty() ? super.nextInt(sides) : shown.removeFirst() - 1;
    }
  }

  /** The chooser of files, which has already been asked. */
  private static class Chosen extends FileChooser {
    private File file;

    Chosen(Component parent) {
      super(parent, null);
    }

    @Override public File getCurrentDirectory() { return file.getParentFile(); }
    @Override public void setCurrentDirectory(File folder) { }
    @Override public void rescanCurrentDirectory() { }
    @Override public File getSelectedFile() { return file; }
    @Override public void setSelectedFile(File chosen) { file = chosen; }
    @Override public String getDialogTitle() { return ""; }
    @Override public void setDialogTitle(String title) { }
    @Override public int showOpenDialog(Component parent) { return APPROVE_OPTION; }
    @Override public int showSaveDialog(Component parent) { return APPROVE_OPTION; }
    @Override public VASSAL.tools.filechooser.FileFilter getFileFilter() { return null; }
    @Override public void setFileFilter(VASSAL.tools.filechooser.FileFilter filter) { }
    @Override public void addChoosableFileFilter(VASSAL.tools.filechooser.FileFilter filter) { }
    @Override public boolean removeChoosableFileFilter(VASSAL.tools.filechooser.FileFilter filter) { return false; }
    @Override public void resetChoosableFileFilters() { }
  }

  private static final Deque<String> ANSWERS = new ArrayDeque<>();
  private static final Dice DICE = new Dice();
  private static int problems = 0;
  private static int shown = 0;
  private static boolean listening = false;

  private static void problem(String text) {
    problems++;
    System.out.println("PROBLEM " + text.replace('\n', ' '));
  }

  public static void main(String[] words) throws Exception {
    System.setProperty("WizardDisplayer.default", NoWizard.class.getName());
    Info.setConfig(new StandardConfig());
    Thread.setDefaultUncaughtExceptionHandler((thread, fault) -> {
      problem(fault.toString());
      fault.printStackTrace(System.out);
    });
    answerDialogs();
    new StartUp().initSystemProperties();
    new Menus();
    System.out.println("ENGINE " + Info.getVersion());
    onEdt(() -> load(new File(words[0]).getAbsoluteFile()));
    for (final String line : Files.readAllLines(Path.of(words[1]), StandardCharsets.UTF_8)) {
      if (!line.isBlank()) {
        onEdt(() -> gesture(line.split("\t")));
        onEdt(() -> { });  // what the gesture has put off
        if (line.startsWith("tutorial\t")) {
          awaitGame();
        }
        System.out.println("DID " + steps() + " " + line.replace('\t', ' '));
        if (listening || line.startsWith("tutorial\t") || line.equals("step")) {
          onEdt(() -> said().substring(Math.min(shown, said().length())).strip().lines()
            .forEach(said -> System.out.println("CHAT " + said)));
        }
        onEdt(() -> shown = said().length());
      }
    }
    onEdt(() -> said().lines().filter(line -> line.contains("Bad Data")).forEach(PlayLog::problem));
    System.out.println("RESULT problems=" + problems);
    System.out.flush();
    Runtime.getRuntime().halt(problems == 0 ? 0 : 3);
  }

  private interface Work {
    void run() throws Exception;
  }

  private static void onEdt(Work work) throws Exception {
    SwingUtilities.invokeAndWait(() -> {
      try {
        work.run();
      }
      catch (Exception fault) {
        problem(fault.toString());
        fault.printStackTrace(System.out);
      }
    });
  }

  private static void load(File file) throws Exception {
    final DataArchive archive = new DataArchive(file.getPath());
    final GameModule module = new GameModule(archive);
    field(GameModule.class, "RNG").set(module, DICE);
    GameModule.init(module);
    new ExtensionsLoader().addTo(module);
    Localization.getInstance().translate();
    module.getPrefs().setValue(GameModule.REAL_NAME, "Player");
    module.getPrefs().getOption(GameModule.SECRET_NAME).setValue("bocage");
    GameModule.setUserId("bocage");
    module.getPrefs().setValue(BasicLogger.PROMPT_NEW_LOG_START, Boolean.FALSE);
    module.getPrefs().setValue(BasicLogger.PROMPT_NEW_LOG_END, Boolean.FALSE);
    module.getPrefs().setValue(SaveMetaData.PROMPT_LOG_COMMENT, Boolean.FALSE);
    field(GameModule.class, "fileChooser").set(module, new Chosen(module.getPlayerWindow()));
    module.getPlayerWindow().setVisible(true);
  }

  private static void gesture(String[] words) throws Exception {
    final GameModule module = GameModule.getGameModule();
    switch (words[0]) {
    case "open":
      module.getGameState().setModified(false);  // what was played before is not asked after
      try (InputStream in = Files.newInputStream(Path.of(words[1]))) {
        module.getGameState().loadGameInForeground(new File(words[1]).getName(), in);
      }
      break;
    case "side":
      final Command add = new PlayerRoster.Add(module.getPlayerRoster(), GameModule.getActiveUserId(),
        (String) module.getPrefs().getValue(GameModule.REAL_NAME), words[1]);
      add.execute();
      module.sendAndLog(add);
      break;
    case "user":
      module.getPrefs().setValue(GameModule.REAL_NAME, words[1]);
      module.getPrefs().getOption(GameModule.SECRET_NAME).setValue(words[2]);
      GameModule.setUserId(words[2]);
      break;
    case "seated":
      if (!words[1].equals(PlayerRoster.getMySide())) {
        problem("the side is " + PlayerRoster.getMySide() + ", not " + words[1]);
      }
      break;
    case "seen":
      Seen.write(new File(words[1]));
      break;
    case "listen":
      listening = true;
      break;
    case "log":
      ((Chosen) module.getFileChooser()).setSelectedFile(new File(words[1]));
      act("newLogAction");
      break;
    case "end":
      act("endLogAction");
      break;
    case "undo":
      act("undoAction");
      break;
    case "tutorial":
      all(module, Tutorial.class).stream().filter(one -> words[1].equals(one.getConfigureName()))
        .findFirst().orElseThrow().launch();
      break;
    case "step":
      act("stepAction");
      break;
    case "replayed":
      if (module.getLogger() instanceof BasicLogger && ((BasicLogger) module.getLogger()).isReplaying()) {
        problem("the log has more steps");
      }
      break;
    case "shot":
      shot(module.getPlayerWindow(), new File(words[1]));
      break;
    case "chat":
      module.getChatter().send("&lt;" + GameModule.getGameModule().getPrefs().getValue(GameModule.REAL_NAME) + "&gt; - " + words[1]);
      break;
    case "dice":
      for (final String number : words[1].split(",")) {
        DICE.shown.add(Integer.valueOf(number));
      }
      break;
    case "answer":
      ANSWERS.add(words.length > 1 ? words[1] : "");
      break;
    case "press":
      module.fireKeyStroke(NamedHotKeyConfigurer.decode(words[1]));
      break;
    case "set":
      button(words[1]).launch();
      break;
    case "drag":
      final List<GamePiece> pieces = new ArrayList<>();
      for (final String name : words[1].split(";")) {
        pieces.add(piece(name));
      }
      drop(pieces, map(words[2]), Integer.parseInt(words[3]), Integer.parseInt(words[4]));
      break;
    case "take":
      drop(List.of(taken(words[1])), map(words[2]), Integer.parseInt(words[3]), Integer.parseInt(words[4]));
      break;
    case "draw":
      drop(drawn(words[1]), map(words[2]), Integer.parseInt(words[3]), Integer.parseInt(words[4]));
      break;
    case "pull":
      final GamePiece wanted = piece(words[1]);
      field(Deck.class, "nextDraw").set(wanted.getParent(), new ArrayList<>(List.of(wanted)));
      drop(drawn(((Deck) wanted.getParent()).getDeckName()), map(words[2]), Integer.parseInt(words[3]), Integer.parseInt(words[4]));
      break;
    case "turn":
      turn(words[1], words[2], words[3]);
      break;
    case "key":
      key(piece(words[1]), NamedHotKeyConfigurer.decode(words[2]));
      break;
    case "menu":
      key(piece(words[1]), entry(piece(words[1]), words[2]));
      break;
    case "said":
      final String[] chat = said().split("\n");
      System.out.println("SAID " + chat[chat.length - 1]);
      break;
    case "tell":
      System.out.println("TOLD " + piece(words[1]).getProperty(words[2]));
      break;
    case "save":
      save(new File(words[1]));
      break;
    default:
      problem("no gesture " + words[0]);
    }
  }

  /** What File, Save Game does, but that it starts another program to tell the Module Manager. */
  private static void save(File file) throws Exception {
    final SaveMetaData about = new SaveMetaData();
    final Method told = GameState.class.getDeclaredMethod("saveString");
    told.setAccessible(true);
    final String text = (String) told.invoke(GameModule.getGameModule().getGameState());
    try (ZipWriter zip = new ZipWriter(file)) {
      try (OutputStream out = new ObfuscatingOutputStream(new BufferedOutputStream(
        zip.write(GameState.SAVEFILE_ZIP_ENTRY)))) {
        out.write(text.getBytes(StandardCharsets.UTF_8));
      }
      about.save(zip);
    }
  }

  /** All that the chat shows. */
  private static String said() throws Exception {
    final JTextPane pane = (JTextPane) field(Chatter.class, "conversationPane").get(GameModule.getGameModule().getChatter());
    return pane.getDocument().getText(0, pane.getDocument().getLength()).strip();
  }

  private static Field field(Class<?> owner, String name) throws Exception {
    final Field field = owner.getDeclaredField(name);
    field.setAccessible(true);
    return field;
  }

  /** How many steps the log has. */
  private static int steps() throws Exception {
    final Object logged = field(BasicLogger.class, "logOutput").get(GameModule.getGameModule().getLogger());
    return ((List<?>) logged).size();
  }

  private static void act(String action) throws Exception {
    final Action found = (Action) field(BasicLogger.class, action).get(GameModule.getGameModule().getLogger());
    if (!found.isEnabled()) {
      problem(action + " is not enabled");
    }
    found.actionPerformed(new ActionEvent(found, ActionEvent.ACTION_PERFORMED, action));
  }

  /** A tutorial is read beside what else the engine does. */
  private static void awaitGame() throws Exception {
    for (int i = 0; i < 600 && !GameModule.getGameModule().getGameState().isGameStarted(); ++i) {
      Thread.sleep(100);
    }
    onEdt(() -> { });
  }

  private static void shot(Component window, File file) throws Exception {
    final BufferedImage image = new BufferedImage(window.getWidth(), window.getHeight(), BufferedImage.TYPE_INT_RGB);
    window.printAll(image.getGraphics());
    ImageIO.write(image, "png", file);
  }

  private static Map map(String name) {
    return Map.getMapList().stream().filter(map -> map.getMapName().equals(name)).findFirst().orElseThrow();
  }

  private static void turn(String name, String property, String text) throws Exception {
    final TurnTracker tracker = all(GameModule.getGameModule(), TurnTracker.class).stream()
      .filter(one -> name.equals(one.getConfigureName())).findFirst().orElseThrow();
    for (int i = 0; !text.equals(GameModule.getGameModule().getProperty(property)); ++i) {
      if (i == 30) {
        throw new IllegalArgumentException(name + " never shows " + text);
      }
      for (final String step : new String[] {"captureState", "next", "save"}) {
        final Method method = TurnTracker.class.getDeclaredMethod(step);
        method.setAccessible(true);
        method.invoke(tracker);
      }
    }
  }

  /** The value of the marker trait, whoever may see it. */
  private static String uid(GamePiece piece) {
    for (GamePiece at = piece; at instanceof Decorator; at = ((Decorator) at).getInner()) {
      if (at instanceof Marker && ((Marker) at).getPropertyNames().contains("Uid")) {
        return String.valueOf(at.getProperty("Uid"));
      }
    }
    return "";
  }

  private static GamePiece piece(String words) {
    final String[] parts = words.split("[@:,]");
    GamePiece found = null;
    double nearest = Double.MAX_VALUE;
    for (final GamePiece piece : GameModule.getGameModule().getGameState().getAllPieces()) {
      if (piece instanceof Stack || !parts[0].equals(uid(piece)) || piece.getMap() == null) {
        continue;
      }
      final boolean there = parts.length == 1 || piece.getMap().getMapName().equals(parts[1]);
      final double far = parts.length < 4 ? 0 : piece.getPosition().distance(Integer.parseInt(parts[2]), Integer.parseInt(parts[3]));
      if (there && far < nearest) {
        found = piece;
        nearest = far;
      }
    }
    if (found == null) {
      throw new IllegalArgumentException("no piece " + words);
    }
    return found;
  }

  private static void select(List<GamePiece> pieces) {
    KeyBuffer.getBuffer().clear();
    DragBuffer.getBuffer().clear();
    for (final GamePiece piece : pieces) {
      KeyBuffer.getBuffer().add(piece);
    }
  }

  /** Let go of pieces that are dragged: the release of the mouse goes to the mover of the map under it. */
  private static void drop(List<GamePiece> pieces, Map map, int x, int y) {
    select(pieces);
    for (final GamePiece piece : pieces) {
      DragBuffer.getBuffer().add(piece);
    }
    final PieceMover mover = map.getComponentsOf(PieceMover.class).get(0);
    mover.mouseReleased(new MouseEvent(map.getView(), MouseEvent.MOUSE_RELEASED, System.currentTimeMillis(), 0,
      x, y, 1, false, MouseEvent.NOBUTTON));
    KeyBuffer.getBuffer().clear();
  }

  /** A new counter of the palette. */
  private static GamePiece taken(String name) {
    for (final PieceSlot slot : all(GameModule.getGameModule(), PieceSlot.class)) {
      if (slot.getPiece() != null && name.equals(uid(slot.getPiece()))) {
        final GamePiece piece = PieceCloner.getInstance().clonePiece(slot.getPiece());
        piece.setProperty(Properties.PIECE_ID, slot.getGpId());
        return piece;
      }
    }
    throw new IllegalArgumentException("the palette has no " + name);
  }

  private static List<GamePiece> drawn(String name) {
    final List<GamePiece> cards = new ArrayList<>();
    for (final GamePiece piece : GameModule.getGameModule().getGameState().getAllPieces()) {
      if (piece instanceof Deck && name.equals(((Deck) piece).getDeckName())) {
        for (final PieceIterator it = ((Deck) piece).drawCards(); it.hasMoreElements();) {
          final GamePiece card = it.nextPiece();
          card.setProperty(Properties.OBSCURED_BY, card.getProperty(Properties.OBSCURED_BY_PRE_DRAW));
          cards.add(card);
        }
      }
    }
    return cards;
  }

  private static void key(GamePiece piece, NamedKeyStroke stroke) {
    select(piece.getParent() instanceof Deck ? List.of() : List.of(piece));
    final boolean inside = piece.getParent() instanceof Deck;  // where only a command of the whole deck reaches it
    final Command command = inside ? piece.keyEvent(stroke.getKeyStroke())
      : KeyBuffer.getBuffer().keyCommand(stroke.getKeyStroke());
    if (command == null || command.isNull()) {
      problem(piece.getName() + " does nothing with this key");
    }
    GameModule.getGameModule().sendAndLog(command);
    KeyBuffer.getBuffer().clear();
  }

  private static NamedKeyStroke entry(GamePiece piece, String text) {
    for (final KeyCommand command : (KeyCommand[]) piece.getProperty(Properties.KEY_COMMANDS)) {
      if (text.equals(command.getName())) {
        return command.getNamedKeyStroke();
      }
    }
    throw new IllegalArgumentException(piece.getName() + " has no entry " + text);
  }

  private static ChangePropertyButton button(String name) {
    return all(GameModule.getGameModule(), ChangePropertyButton.class).stream()
      .filter(one -> name.equals(one.getAttributeValueString(ChangePropertyButton.DESCRIPTION))
        || name.equals(one.getAttributeValueString(ChangePropertyButton.BUTTON_TEXT))).findFirst().orElseThrow();
  }

  private static <T> List<T> all(AbstractBuildable parent, Class<T> type) {
    final List<T> found = new ArrayList<>();
    for (final Buildable child : parent.getBuildables()) {
      if (type.isInstance(child)) {
        found.add(type.cast(child));
      }
      if (child instanceof AbstractBuildable) {
        found.addAll(all((AbstractBuildable) child, type));
      }
    }
    return found;
  }

  /** Whatever dialog opens gets the next answer; without one it is a problem. */
  private static void answerDialogs() {
    Toolkit.getDefaultToolkit().addAWTEventListener(event -> {
      if (event.getID() == WindowEvent.WINDOW_OPENED && event.getSource() instanceof JDialog) {
        final JDialog dialog = (JDialog) event.getSource();
        final JOptionPane pane = pane(dialog);
        if (dialog.isModal() && pane != null && !ANSWERS.isEmpty()) {
          final String answer = ANSWERS.removeFirst();
          SwingUtilities.invokeLater(() -> {
            pane.setInputValue(answer);
            pane.setValue(JOptionPane.OK_OPTION);
          });
        }
        else if (dialog.isModal()) {
          problem("dialog " + dialog.getTitle() + (pane == null ? "" : ": " + pane.getMessage()));
          SwingUtilities.invokeLater(dialog::dispose);
        }
      }
    }, AWTEvent.WINDOW_EVENT_MASK);
  }

  private static JOptionPane pane(Component at) {
    if (at instanceof JOptionPane) {
      return (JOptionPane) at;
    }
    if (at instanceof Container) {
      for (final Component child : ((Container) at).getComponents()) {
        final JOptionPane found = pane(child);
        if (found != null) {
          return found;
        }
      }
    }
    return null;
  }
}
