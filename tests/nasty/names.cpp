// SPDX-License-Identifier: GPL-3.0-or-later
// Names of images as other systems, archives and hands give them. Each is a picture that is cut short, so that it is named in
// what is said: as text that is UTF-8, in one line, read from left to right.
#include "tests/nasty/nasty_input.hpp"

#include <utility>

namespace coarsen::nasty {

namespace {

namespace fs = std::filesystem;

/// Three pictures, the last one broken, with these bytes in its name.
std::function<void(const fs::path&)> brokenNamed(std::string bytes) {
    return [bytes = std::move(bytes)](const fs::path& folder) {
        make::images()(folder);
        const fs::path picture = folder / "images" / make::pictureName(2);
        fs::resize_file(picture, 300);
        fs::rename(picture, folder / "images" / ("ring_0002" + bytes + "_t120s.png"));
    };
}

NastyInput named(std::string name, std::string bytes, const std::string& shown) {
    const std::string words = "ring_0002" + shown + "_t120s.png";
    Answer answer{.status = 3, .words = {words}, .frames = "ok ok failed"};
    if (bytes != shown) answer.silent = {"0002" + bytes};
    return {.name = "Name" + std::move(name),
            .make = brokenNamed(std::move(bytes)),
            .answer = std::move(answer),
            .window = WindowAnswer{.words = {words}, .frames = "ok ok failed"}};
}

/// Three good pictures, the first of which has this name.
NastyInput good(std::string name, std::string file) {
    return {.name = "Name" + std::move(name),
            .make =
                [file = std::move(file)](const fs::path& folder) {
                    make::images()(folder);
                    fs::rename(folder / "images" / make::pictureName(0), folder / "images" / file);
                },
            .command = {"analyze", "@/images", "-o", "@/out", "--interval", "60", "--save", "final"},
            .answer = {.status = 0, .frames = "ok ok ok"}};
}

}  // namespace

NastyInputs nastyNames() {
    NastyInputs all{
        named("OfLatin1", "m\xE4rz", "m%E4rz"),
        named("OfGbk", "\xD0\xC2\xC0\xFA", "%D0%C2%C0%FA"),
        named("OfTwoBytesForOne", "\xC0\xAF", "%C0%AF"),
        named("OfThreeBytesForOne", "\xE0\x80\xAF", "%E0%80%AF"),
        named("OfFourBytesForOne", "\xF0\x80\x80\xAF", "%F0%80%80%AF"),
        named("OfHalfAPairOfUtf16", "\xED\xA0\x80", "%ED%A0%80"),
        named("BeyondTheLastCharacter", "\xF4\x90\x80\x80", "%F4%90%80%80"),
        named("OfF5", "\xF5\x80\x80\x80", "%F5%80%80%80"),
        named("OfFfAndFe", "\xFF\xFE", "%FF%FE"),
        named("OfACharacterCutShort", "\xE2\x82", "%E2%82"),
        named("OfALoneContinuation", "\x80", "%80"),
        named("WithALineBreak", "two\nlines", "two%0Alines"),
        named("WithATerminalsCommand", "\x1B[2J", "%1B[2J"),
        named("WithDel", "\x7F", "%7F"),
        named("WithANextLineOfC1", "\u0085", "%C2%85"),
        named("WithALineSeparator", "\u2028", "%E2%80%A8"),
        named("ThatTurnsItsDirection", "\u202egnp", "%E2%80%AEgnp"),
        named("WithAnIsolate", "\u2066a\u2069", "%E2%81%A6a%E2%81%A9"),
        named("OfHebrewAndEmoji", "\u05d0\u05d1 \U0001F600", "\u05d0\u05d1 \U0001F600"),
        named("WithPercentSigns", "100%25", "100%25"),
        good("ThatIsAFormula", "=1+1.png"),
        good("ThatBeginsWithMinus", "-rf.png"),
        good("ThatBeginsWithAt", "@SUM(A1).png"),
        good("WithCommaQuoteAndHash", "#a,\"b\".png"),
        good("OfTheLongestLength", std::string(251, 'x') + ".png"),
        good("OfBlanks", "   .png"),
        good("InCapitals", "RING.PNG"),
    };
    all.push_back({.name = "NameOfAFolderThatIsNoUtf8",
                   .make = [](const fs::path& folder) { make::series(folder / "im\xE4ges"); },
                   .command = {"analyze", "@/im\xE4ges", "-o", "@/out\xE4"},
                   .answer = {.status = 0}});
    all.push_back({.name = "NameOfAFlatFieldThatIsNoUtf8",
                   .make = make::images(),
                   .command = {"analyze", "@/images", "-o", "@/out", "--set", "flatten.method=files", "--set",
                               "flatten.flat=l\xEF"
                               "cht.png"},
                   .answer = {.status = 2, .words = {"l%EFcht.png", "is not UTF-8"}}});
    return all;
}

}  // namespace coarsen::nasty
